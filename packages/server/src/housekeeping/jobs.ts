/** The housekeeping jobs: work that is repeated at intervals, in small batches. Each is declared once, in {@link JOBS}. */
import type { Swept } from "../attachments/orphans.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { WallMs } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";

export interface Job {
  /** The name in log lines. */
  readonly name: string;
  /** Time from the end of the job's last batch until it is due again. */
  readonly everyMs: number;
  /** Rows that one batch reads or changes. Bounds how long posts wait for it. */
  readonly limit: number;
  readonly run: RunBatch;
}

/** Runs one batch. `more`: another batch is due immediately. `paused`: nothing may be done now, since the time is in doubt. */
type RunBatch = (limit: number) => Promise<"more" | "done" | "paused">;

export interface JobParts {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly removeDeleted: (limit: number) => Promise<number>;
  readonly sweepOrphans: (now: number, limit: number) => Promise<Swept>;
  /** Deletes the instructions of the first start once they are no longer needed. */
  readonly tidyFirstStart: () => Promise<void>;
  /** Queues messages to recipients of e-mails that have to confirm their addresses. */
  readonly askRecipients: (limit: number) => Promise<"more" | "done">;
  /** What is deleted by age is deleted by its time. */
  readonly clockWatch: Pick<ClockWatch, "ageTime" | "deletionTime" | "compareNewest" | "pulledIn">;
  /** Pulls in deliveries that are due later than their schedule allows. */
  readonly pullInDeliveries: (
    limit: number,
  ) => Promise<{ readonly count: number; readonly hasMore: boolean }>;
  /** Queues due digests. `undefined` if no e-mail can be sent. */
  readonly queueDigests: RunBatch | undefined;
  /** Retention of spam and trash. */
  readonly spamDays: number;
  readonly trashDays: number;
  /** Retention of attempts and bodies after the end of a delivery. */
  readonly logDays: number;
  /** Retention of the audit log; 0: for ever. */
  readonly auditDays: number;
}

interface JobDeclaration {
  readonly everyMs: number;
  readonly limit: number;
  /** Called once per process, so that a job can remember where its next batch continues. */
  readonly open: (parts: JobParts) => RunBatch;
}

const SECOND_MS = 1_000;
const MINUTES_10_MS = 600_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Three times as long as an answer counts. */
const REPLY_RETENTION_MS = 3 * DAY_MS;
/** Twice as long as a message counts. */
const REQUEST_RETENTION_MS = 2 * DAY_MS;
/** Charts show 30 days. */
const ARRIVAL_RETENTION_DAYS = 40;
/** As openapi.yaml says. */
const REJECTED_POST_DAYS = 30;

/** In the order in which a round runs them. */
const JOBS = {
  /** Adds new submissions to the search index. Until then a search reads them one by one. */
  "index submissions": {
    everyMs: SECOND_MS,
    limit: 500,
    open: inBatches(
      async ({ reads, writes }, limit) =>
        (await reads.isIndexBehind({})) && (await writes.indexSubmissions({ limit })).hasMore,
    ),
  },
  /** Compares the clock with the database: the date of the newest submission, and the due times of deliveries. */
  "check clock": {
    everyMs: 60 * SECOND_MS,
    limit: 500,
    open:
      ({ store, clockWatch, pullInDeliveries }) =>
      async (limit) => {
        const { submissionAt } = await store.reads.newestTimes({});
        clockWatch.compareNewest(submissionAt);
        const { count, hasMore } = await pullInDeliveries(limit);
        if (count > 0) clockWatch.pulledIn(count);
        return moreIf(hasMore);
      },
  },
  /** Digests that are looked at; all of them together are few mails, and the next batch makes the others. */
  "queue digests": {
    everyMs: 10 * SECOND_MS,
    limit: 5,
    open: ({ queueDigests }) => queueDigests ?? (() => Promise.resolve("done")),
  },
  /** Cancels deliveries that this server cannot send, once they are as old as the last attempt of others. */
  "cancel unsendable deliveries": {
    everyMs: MINUTES_10_MS,
    limit: 500,
    open: deleteRowsByAge(({ writes }, now, limit) => writes.cancelUnsendable({ now, limit })),
  },
  "delete forms": {
    everyMs: SECOND_MS,
    limit: 200,
    open: inBatches(
      async ({ reads, writes }, limit) =>
        (await reads.nextDeletedForm({})) !== undefined && writes.deleteFormBatch({ limit }),
    ),
  },
  /** Deletes submissions past the retention of their form, old spam, and old trash. */
  "remove expired submissions": { everyMs: HOUR_MS, limit: 200, open: removeExpired },
  /** Removes files whose rows were deleted, soon after the commit. Few, since a bucket takes one request per file. */
  "remove deleted files": {
    everyMs: SECOND_MS,
    limit: 100,
    open: inBatches(async (_, limit, { removeDeleted }) => (await removeDeleted(limit)) === limit),
  },
  /** Removes files without a row, such as those of interrupted posts. Few, since a bucket takes one request per file. */
  "sweep files": {
    everyMs: HOUR_MS,
    limit: 100,
    open: deleteByAge(
      async ({ sweepOrphans }, now, limit) => (await sweepOrphans(now, limit)).hasMore,
    ),
  },
  /** Deletes the attempts and stored bodies of deliveries that ended `logDays` ago; the log entries stay. */
  "prune logs": {
    everyMs: MINUTES_10_MS,
    limit: 500,
    open: deleteRowsByAge(({ writes }, now, limit, { logDays }) =>
      writes.pruneDeliveries({ finishedBefore: now - logDays * DAY_MS, now, limit }),
    ),
  },
  /** Deletes events that are too old for a stream to resume from. */
  "prune events": {
    everyMs: MINUTES_10_MS,
    limit: 1_000,
    open: deleteByAge(
      async ({ store }, now, limit) => !(await store.writes.pruneEvents({ now, limit })).isDone,
    ),
  },
  "prune idempotency keys": {
    everyMs: MINUTES_10_MS,
    limit: 1_000,
    open: deleteRowsByAge(({ writes }, now, limit) => writes.pruneIdempotencyKeys({ now, limit })),
  },
  /** Deletes the tokens of batches of posts whose outcome nobody asks for any more. */
  "prune batches": {
    everyMs: MINUTES_10_MS,
    limit: 5_000,
    open: inBatches(async ({ writes }, limit) => (await writes.pruneBatches({ limit })) === limit),
  },
  /** Deletes which addresses got an automatic answer, once that refuses no other one. */
  "prune replies": {
    everyMs: HOUR_MS,
    limit: 1_000,
    open:
      ({ store, clockWatch }) =>
      async (limit) => {
        const { now, isSure } = clockWatch.ageTime(REPLY_RETENTION_MS);
        if (!isSure) return "paused";
        const before = now - REPLY_RETENTION_MS;
        return moreIf((await store.writes.pruneReplies({ before, limit })) === limit);
      },
  },
  /** Deletes which addresses were asked for their consent, once that limits no other message. */
  "prune requests": {
    everyMs: HOUR_MS,
    limit: 1_000,
    open: deleteRowsByAge(({ writes }, now, limit) =>
      writes.pruneRequests({ before: now - REQUEST_RETENTION_MS, limit }),
    ),
  },
  /** Deletes e-mail addresses that no form and no login has had for a month. */
  "prune addresses": { everyMs: 6 * HOUR_MS, limit: 500, open: pruneAddresses },
  "prune arrivals": {
    everyMs: HOUR_MS,
    limit: 500,
    open: deleteByAge(({ store }, now, limit) =>
      store.writes.pruneArrivals({ before: now - ARRIVAL_RETENTION_DAYS * DAY_MS, limit }),
    ),
  },
  "prune rejected posts": {
    everyMs: HOUR_MS,
    // A batch is the rows of an hour.
    limit: 1,
    open: deleteByAge(({ store }, now) =>
      store.writes.pruneRejectedPosts({ before: now - REJECTED_POST_DAYS * DAY_MS }),
    ),
  },
  /** Deletes expired dashboard sessions and sign-in links. */
  "prune sessions": {
    everyMs: HOUR_MS,
    limit: 1_000,
    open: deleteRowsByAge(({ writes }, now, limit) => writes.pruneSessions({ now, limit })),
  },
  "prune audit": {
    everyMs: HOUR_MS,
    limit: 1_000,
    open: deleteRowsByAge(({ writes }, now, limit, { auditDays }) =>
      auditDays === 0
        ? Promise.resolve(0)
        : writes.pruneAudit({ before: now - auditDays * DAY_MS, limit }),
    ),
  },
  /** Deletes what bulk actions had changed, once they cannot be undone any more. */
  "prune undo": {
    everyMs: HOUR_MS,
    limit: 500,
    open: deleteRowsByAge(({ writes }, now, limit) => writes.pruneUndo({ now, limit })),
  },
  /** Merges the rows that record added and removed file sizes, so that their sum stays fast. */
  "compact file totals": {
    everyMs: MINUTES_10_MS,
    limit: 1_000,
    open: inBatches(({ writes }, limit) => writes.compactFileTotals({ limit })),
  },
  /** Counts submissions per day once for those from before days were counted; newer ones are counted by the index. */
  "count earlier days": {
    everyMs: HOUR_MS,
    limit: 1_000,
    open: inBatches(
      async ({ reads, writes }, limit) =>
        (await reads.hasUncountedDays({})) && writes.countEarlierDays({ limit }),
    ),
  },
  /** Counts the deliveries of submissions from before they were counted, so that these have a delivery state. */
  "count earlier deliveries": {
    everyMs: HOUR_MS,
    limit: 500,
    open: inBatches(
      async ({ reads, writes }, limit) =>
        (await reads.hasUncountedDeliveries({})) && writes.countEarlierDeliveries({ limit }),
    ),
  },
  /** Has the spam classifiers learn what users marked in 0.1.0. */
  "learn earlier marks": {
    everyMs: HOUR_MS,
    limit: 25,
    open: inBatches(
      async ({ reads, writes }, limit) =>
        (await reads.hasEarlierMarks({})) && writes.learnEarlierMarks({ limit }),
    ),
  },
  /** Deletes the instructions of the first start after a sign-in or a week. */
  "tidy first start": {
    everyMs: HOUR_MS,
    limit: 1,
    open: deleteByAge(async ({ tidyFirstStart }) => {
      await tidyFirstStart();
      return false;
    }),
  },
  /** Asks recipients of e-mails to confirm their addresses, if that was not possible when they were added. */
  "ask recipients": {
    everyMs: MINUTES_10_MS,
    limit: 50,
    open: ({ askRecipients }) => askRecipients,
  },
} as const satisfies Readonly<Record<string, JobDeclaration>>;

export type JobName = keyof typeof JOBS;

export function createJob(name: JobName, parts: JobParts): Job {
  const { everyMs, limit, open } = JOBS[name];
  return { name, everyMs, limit, run: open(parts) };
}

/** All jobs, without those that this server has nothing for. */
export const createJobs = (parts: JobParts): readonly Job[] =>
  Object.keys(JOBS)
    .filter((name): name is JobName => Object.hasOwn(JOBS, name))
    .filter((name) => name !== "queue digests" || parts.queueDigests !== undefined)
    .map((name) => createJob(name, parts));

const moreIf = (hasMore: boolean) => (hasMore ? "more" : "done");

/** @param runOne Does up to `limit` things, and returns whether there may be more. */
function inBatches(
  runOne: (store: JobParts["store"], limit: number, parts: JobParts) => Promise<boolean>,
): JobDeclaration["open"] {
  return (parts) => async (limit) => moreIf(await runOne(parts.store, limit, parts));
}

/** @param remove Deletes up to `limit` things by their age, and returns whether there may be more. Not called while the time is in doubt. */
function deleteByAge(
  remove: (parts: JobParts, now: WallMs, limit: number) => Promise<boolean>,
): JobDeclaration["open"] {
  return (parts) => async (limit) => {
    const now = parts.clockWatch.deletionTime();
    return now === undefined ? "paused" : moreIf(await remove(parts, now, limit));
  };
}

/** @param remove As that of {@link deleteByAge}, but returns the number of rows. */
function deleteRowsByAge(
  remove: (
    store: JobParts["store"],
    now: WallMs,
    limit: number,
    parts: JobParts,
  ) => Promise<number>,
): JobDeclaration["open"] {
  return deleteByAge(
    async (parts, now, limit) => (await remove(parts.store, now, limit, parts)) === limit,
  );
}

function pruneAddresses(parts: JobParts): RunBatch {
  let after_id = 0;
  return deleteByAge(async ({ store }, now, limit) => {
    const next = await store.writes.pruneAddresses({ after_id, now, limit });
    after_id = next ?? 0;
    return next !== undefined;
  })(parts);
}

/** Goes through the groups of submissions that have the same retention, batch by batch. */
function removeExpired({ store, clockWatch, spamDays, trashDays }: JobParts): RunBatch {
  /** Where the next batch continues; `undefined` before the first group. */
  let position: { readonly group: number; readonly after_id: number } | undefined;
  let groups: Awaited<ReturnType<typeof list>> = [];
  const list = () => store.reads.expiringGroups({});
  return async (limit) => {
    if (position === undefined) groups = await list();
    const { group: at, after_id } = position ?? { group: 0, after_id: 0 };
    const group = groups[at];
    const now = clockWatch.deletionTime();
    if (now === undefined) return "paused";
    position = undefined;
    if (group === undefined) return "done";
    const { last_id } = await store.writes.removeExpired({
      group,
      after_id,
      limit,
      spamBefore: now - spamDays * DAY_MS,
      trashBefore: now - trashDays * DAY_MS,
      now,
    });
    position =
      last_id === undefined ? { group: at + 1, after_id: 0 } : { group: at, after_id: last_id };
    return "more";
  };
}
