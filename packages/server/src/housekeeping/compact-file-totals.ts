/** Merges the rows that record added and removed file sizes, so that their sum stays fast. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 600_000;
const LIMIT = 1_000;

export function compactFileTotals({ store }: Pick<JobParts, "store">): Job {
  return {
    name: "compact file totals",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      return (await store.writes.compactFileTotals({ limit })) ? "more" : "done";
    },
  };
}
