/** Removes files without a row from the folder or the bucket, such as those of interrupted posts. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
/** Small, since a bucket takes one request per file. */
const LIMIT = 100;

export function sweepFiles({ sweepOrphans, clock }: JobParts): Job {
  return {
    name: "sweep files",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const { hasMore } = await sweepOrphans(clock.now(), limit);
      return hasMore ? "more" : "done";
    },
  };
}
