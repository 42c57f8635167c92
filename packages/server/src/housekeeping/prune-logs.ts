/** Deletes the attempts and bodies of deliveries that finished long ago. The log entry itself remains. */
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const EVERY_MS = 600_000;
const LIMIT = 500;

export function pruneLogs({ store, clock, logDays }: JobParts): Job {
  return {
    name: "prune logs",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const now = clock.now();
      const pruned = await store.write("pruneDeliveries", {
        finished_before: now - logDays * DAY_MS,
        now,
        limit,
      });
      return pruned === limit ? "more" : "done";
    },
  };
}
