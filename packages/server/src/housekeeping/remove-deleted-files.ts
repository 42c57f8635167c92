/** Removes files whose rows were deleted, soon after the commit. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 1_000;
/** Small, since a bucket takes one request per file. */
const LIMIT = 100;

export function removeDeletedFiles({ removeDeleted }: Pick<JobParts, "removeDeleted">): Job {
  return {
    name: "remove deleted files",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      return (await removeDeleted(limit)) === limit ? "more" : "done";
    },
  };
}
