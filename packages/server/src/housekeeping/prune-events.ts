/** Deletes events that are too old for a stream to resume from. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 600_000;
const LIMIT = 1_000;

export function pruneEvents({ store, clock }: Pick<JobParts, "store" | "clock">): Job {
  return {
    name: "prune events",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const { isDone } = await store.write("pruneEvents", { now: clock.now(), limit });
      return isDone ? "done" : "more";
    },
  };
}
