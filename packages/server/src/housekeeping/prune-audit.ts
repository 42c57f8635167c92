/** Forgets who changed what after a bit more than a year. */
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 1_000;
const KEPT_DAYS = 400;

export function pruneAudit({ store, clock }: Pick<JobParts, "store" | "clock">): Job {
  return {
    name: "prune audit",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const before = clock.now() - KEPT_DAYS * DAY_MS;
      return (await store.write("pruneAudit", { before, limit })) === limit ? "more" : "done";
    },
  };
}
