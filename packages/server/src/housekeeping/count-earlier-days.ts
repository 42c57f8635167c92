/** Counts submissions per day once for those from before days were counted; newer ones are counted by the index. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 1_000;

export function countEarlierDays({ store }: Pick<JobParts, "store">): Job {
  return {
    name: "count earlier days",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if (!(await store.reads.hasUncountedDays({}))) return "done";
      return (await store.writes.countEarlierDays({ limit })) ? "more" : "done";
    },
  };
}
