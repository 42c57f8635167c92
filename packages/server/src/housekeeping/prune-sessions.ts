/** Deletes expired dashboard sessions and sign-in links. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 1_000;

export function pruneSessions({ store, clock }: Pick<JobParts, "store" | "clock">): Job {
  return {
    name: "prune sessions",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const pruned = await store.write("pruneSessions", { now: clock.now(), limit });
      return pruned === limit ? "more" : "done";
    },
  };
}
