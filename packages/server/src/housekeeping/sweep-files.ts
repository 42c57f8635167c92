/** Removes files without a row from the folder or the bucket, such as those of interrupted posts. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
/** Small, since a bucket takes one request per file. */
const LIMIT = 100;

export function sweepFiles({ sweepOrphans, clockWatch }: JobParts): Job {
  return {
    name: "sweep files",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const now = clockWatch.deletionTime();
      if (now === undefined) return "paused";
      const { hasMore } = await sweepOrphans(now, limit);
      return hasMore ? "more" : "done";
    },
  };
}
