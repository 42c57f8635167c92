/** Removes the files of what was deleted, right behind the commit that forgot them. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 1_000;
/** A bucket takes a request for each. */
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
