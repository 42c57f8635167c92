/** Jobs that delete rows by age. */
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const MINUTES_10_MS = 600_000;
const HOUR_MS = 3_600_000;
const AUDIT_RETENTION_DAYS = 400;

type Parts = Pick<JobParts, "store" | "clock">;

/** Deletes the attempts and stored bodies of deliveries that ended `logDays` ago; the log entries stay. */
export function pruneLogs({ store, clock, logDays }: Parts & Pick<JobParts, "logDays">): Job {
  return pruneJob("prune logs", MINUTES_10_MS, 500, async (limit) => {
    const now = clock.now();
    const age = { finished_before: now - logDays * DAY_MS, now };
    return (await store.write("pruneDeliveries", { ...age, limit })) === limit;
  });
}

/** Deletes events that are too old for a stream to resume from. */
export function pruneEvents({ store, clock }: Parts): Job {
  return pruneJob("prune events", MINUTES_10_MS, 1_000, async (limit) => {
    return !(await store.write("pruneEvents", { now: clock.now(), limit })).isDone;
  });
}

/** Deletes expired idempotency keys. */
export function pruneIdempotencyKeys({ store, clock }: Parts): Job {
  return pruneJob("prune idempotency keys", MINUTES_10_MS, 1_000, async (limit) => {
    return (await store.write("pruneIdempotencyKeys", { now: clock.now(), limit })) === limit;
  });
}

/** Deletes expired dashboard sessions and sign-in links. */
export function pruneSessions({ store, clock }: Parts): Job {
  return pruneJob("prune sessions", HOUR_MS, 1_000, async (limit) => {
    return (await store.write("pruneSessions", { now: clock.now(), limit })) === limit;
  });
}

/** Deletes audit log entries after {@link AUDIT_RETENTION_DAYS}. */
export function pruneAudit({ store, clock }: Parts): Job {
  return pruneJob("prune audit", HOUR_MS, 1_000, async (limit) => {
    const before = clock.now() - AUDIT_RETENTION_DAYS * DAY_MS;
    return (await store.write("pruneAudit", { before, limit })) === limit;
  });
}

/** @param prune Deletes up to `limit` rows and returns whether there may be more. */
function pruneJob(
  name: string,
  everyMs: number,
  limit: number,
  prune: (limit: number) => Promise<boolean>,
): Job {
  return {
    name,
    everyMs,
    limit,
    run: async (batchSize) => ((await prune(batchSize)) ? "more" : "done"),
  };
}
