/** Deletes expired idempotency keys. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 600_000;
const LIMIT = 1_000;

export function pruneIdempotencyKeys({ store, clock }: Pick<JobParts, "store" | "clock">): Job {
  return {
    name: "prune idempotency keys",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const pruned = await store.write("pruneIdempotencyKeys", { now: clock.now(), limit });
      return pruned === limit ? "more" : "done";
    },
  };
}
