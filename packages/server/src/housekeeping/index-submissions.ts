/** Adds new submissions to the search index. Until then a search reads them one by one. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 1_000;
const LIMIT = 500;

export function indexSubmissions({ store }: JobParts): Job {
  return {
    name: "index submissions",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if (!(await store.reads.isIndexBehind({}))) return "done";
      const { hasMore } = await store.writes.indexSubmissions({ limit });
      return hasMore ? "more" : "done";
    },
  };
}
