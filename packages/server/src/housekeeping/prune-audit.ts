/** Deletes old entries of the audit log. */
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 1_000;
const RETENTION_DAYS = 400;

export function pruneAudit({ store, clock }: Pick<JobParts, "store" | "clock">): Job {
  return {
    name: "prune audit",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const before = clock.now() - RETENTION_DAYS * DAY_MS;
      return (await store.write("pruneAudit", { before, limit })) === limit ? "more" : "done";
    },
  };
}
