/** Removes files that no submission names any more, or never did, from the folder or the bucket. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
/** A bucket takes a request for each. */
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
