/** Jobs that delete rows by age. */
import type { WallMs } from "../platform/clock.ts";
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const MINUTES_10_MS = 600_000;
const HOUR_MS = 3_600_000;
/** Three times as long as an answer counts. */
const REPLY_RETENTION_MS = 3 * DAY_MS;
/** Twice as long as a message counts. */
const REQUEST_RETENTION_MS = 2 * DAY_MS;
/** Charts show 30 days. */
const ARRIVAL_RETENTION_DAYS = 40;
const AUDIT_RETENTION_DAYS = 400;

type Parts = Pick<JobParts, "store" | "clockWatch">;

/** Deletes the attempts and stored bodies of deliveries that ended `logDays` ago; the log entries stay. */
export function pruneLogs({ store, clockWatch, logDays }: Parts & Pick<JobParts, "logDays">): Job {
  return pruneJob(
    { name: "prune logs", everyMs: MINUTES_10_MS, limit: 500, clockWatch },
    async (now, limit) => {
      const age = { finished_before: now - logDays * DAY_MS, now };
      return (await store.writes.pruneDeliveries({ ...age, limit })) === limit;
    },
  );
}

/** Deletes events that are too old for a stream to resume from. */
export function pruneEvents({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune events", everyMs: MINUTES_10_MS, limit: 1_000, clockWatch },
    async (now, limit) => {
      return !(await store.writes.pruneEvents({ now, limit })).isDone;
    },
  );
}

/** Deletes expired idempotency keys. */
export function pruneIdempotencyKeys({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune idempotency keys", everyMs: MINUTES_10_MS, limit: 1_000, clockWatch },
    async (now, limit) => {
      return (await store.writes.pruneIdempotencyKeys({ now, limit })) === limit;
    },
  );
}

/** Deletes the tokens of batches of posts whose outcome nobody asks for any more. */
export function pruneBatches({ store }: Pick<JobParts, "store">): Job {
  return {
    name: "prune batches",
    everyMs: MINUTES_10_MS,
    limit: 5_000,
    async run(limit) {
      return (await store.writes.pruneBatches({ limit })) === limit ? "more" : "done";
    },
  };
}

/** Deletes which addresses got an automatic answer, once that refuses no other one. */
export function pruneReplies({ store, clockWatch }: Parts): Job {
  return {
    name: "prune replies",
    everyMs: HOUR_MS,
    limit: 1_000,
    async run(limit) {
      const { now, isSure } = clockWatch.ageTime(REPLY_RETENTION_MS);
      if (!isSure) return "paused";
      const before = now - REPLY_RETENTION_MS;
      return (await store.writes.pruneReplies({ before, limit })) === limit ? "more" : "done";
    },
  };
}

/** Deletes which addresses were asked for their consent, once that limits no other message. */
export function pruneRequests({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune requests", everyMs: HOUR_MS, limit: 1_000, clockWatch },
    async (now, limit) => {
      const before = now - REQUEST_RETENTION_MS;
      return (await store.writes.pruneRequests({ before, limit })) === limit;
    },
  );
}

/** Deletes statistics that are older than any chart. */
export function pruneArrivals({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune arrivals", everyMs: HOUR_MS, limit: 500, clockWatch },
    (now, limit) =>
      store.writes.pruneArrivals({ before: now - ARRIVAL_RETENTION_DAYS * DAY_MS, limit }),
  );
}

/** Deletes e-mail addresses that no form and no login has had for a month. Looks at all of them, batch by batch. */
export function pruneAddresses({ store, clockWatch }: Parts): Job {
  let after_id = 0;
  return pruneJob(
    { name: "prune addresses", everyMs: 6 * HOUR_MS, limit: 500, clockWatch },
    async (now, limit) => {
      const next = await store.writes.pruneAddresses({ after_id, now, limit });
      after_id = next ?? 0;
      return next !== undefined;
    },
  );
}

/** Deletes expired dashboard sessions and sign-in links. */
export function pruneSessions({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune sessions", everyMs: HOUR_MS, limit: 1_000, clockWatch },
    async (now, limit) => {
      return (await store.writes.pruneSessions({ now, limit })) === limit;
    },
  );
}

/** Deletes what bulk actions had changed, once they cannot be undone any more. */
export function pruneUndo({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune undo", everyMs: HOUR_MS, limit: 500, clockWatch },
    async (now, limit) => {
      return (await store.writes.pruneUndo({ now, limit })) === limit;
    },
  );
}

/** Deletes audit log entries after {@link AUDIT_RETENTION_DAYS}. */
export function pruneAudit({ store, clockWatch }: Parts): Job {
  return pruneJob(
    { name: "prune audit", everyMs: HOUR_MS, limit: 1_000, clockWatch },
    async (now, limit) => {
      const before = now - AUDIT_RETENTION_DAYS * DAY_MS;
      return (await store.writes.pruneAudit({ before, limit })) === limit;
    },
  );
}

/** @param prune Deletes up to `limit` rows and returns whether there may be more. */
function pruneJob(
  { clockWatch, ...job }: Pick<Job, "name" | "everyMs" | "limit"> & Pick<Parts, "clockWatch">,
  prune: (now: WallMs, limit: number) => Promise<boolean>,
): Job {
  return {
    ...job,
    async run(limit) {
      const now = clockWatch.deletionTime();
      if (now === undefined) return "paused";
      return (await prune(now, limit)) ? "more" : "done";
    },
  };
}
