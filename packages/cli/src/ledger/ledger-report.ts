/** Reads ledgers without affecting a run, for `queue status` and `queue list`. */
import type { ItemStateKind, QueueItem } from "@intray/sdk/queue";
import { EXIT, Failure } from "../errors/failure.ts";
import type { SqliteFile } from "../sqlite/sqlite-file.ts";
import {
  ledgerFailure,
  withLedgerFailures,
  ledgerPaths,
  readLedgerFile,
  isLocked,
} from "./ledger-file.ts";
import type { QueueIdentity } from "./ledger-name.ts";
import { toItem, IS_WAITING, type LedgerRow } from "./ledger-schema.ts";

/** The current or last run of a ledger. Times in milliseconds since the epoch. */
export interface LastRun {
  readonly pid: number;
  readonly startedAt: number;
  /** Absent while it runs, and if it died. */
  readonly ended?: { readonly at: number; readonly end: string };
}

export interface LedgerStatus {
  readonly path: string;
  readonly identity: QueueIdentity;
  readonly counts: Readonly<Partial<Record<ItemStateKind, number>>>;
  /** When the submission that has waited longest was first seen; absent if none is waiting. */
  readonly oldestWaitingSince?: number;
  /** When the next retry is due; absent if there is none. */
  readonly nextRetryAt?: number;
  readonly lastRun?: LastRun;
  readonly isLocked: boolean;
}

/** An item with the times of its row. */
export interface ListedItem {
  readonly item: QueueItem;
  readonly firstSeenAt: number;
  readonly changedAt: number;
}

/** Returns the ledgers in a folder that belong to an origin. Skips empty files, and damaged ones after `onDamaged`. */
export const readLedgers = (
  folder: string,
  origin: string,
  onDamaged: (failure: Failure) => void = fail,
): LedgerStatus[] =>
  ledgerPaths(folder).flatMap((path) => {
    try {
      const status = readStatus(path);
      return status?.identity.origin === origin ? [status] : [];
    } catch (error) {
      if (!(error instanceof Failure) || error.exit !== EXIT.corrupt) throw error;
      onDamaged(error);
      return [];
    }
  });

function fail(failure: Failure): never {
  throw failure;
}

export interface ItemChoice {
  readonly state?: ItemStateKind | undefined;
  readonly submissionId?: number | undefined;
}

/** Returns the items of these submissions, by id. Submissions that are not in the ledger are left out. */
export function readKnown(path: string, ids: readonly number[]): ReadonlyMap<number, QueueItem> {
  const rows = readLedger(path, (database) =>
    database
      .prepare<[string], LedgerRow>(
        "select * from submission where submission_id in (select value from json_each(?))",
      )
      .all(JSON.stringify(ids)),
  );
  return new Map(rows?.map((row) => [row.submission_id, toItem(row)]));
}

/** Yields the items of a ledger, oldest first. */
export function* readItems(path: string, choice: ItemChoice): Generator<ListedItem> {
  const database = readLedgerFile(path);
  if (database === undefined) return;
  try {
    const rows = database
      .prepare<
        [{ state: string | null; id: number | null }],
        LedgerRow & { first_seen_at: number; changed_at: number }
      >(
        `select * from submission where (:state is null or state = :state)
           and submission_id between ifnull(:id, 0) and ifnull(:id, ${Number.MAX_SAFE_INTEGER})
         order by submission_id`,
      )
      .iterate({ state: choice.state ?? null, id: choice.submissionId ?? null });
    for (const row of rows) {
      yield { item: toItem(row), firstSeenAt: row.first_seen_at, changedAt: row.changed_at };
    }
  } catch (error) {
    throw ledgerFailure(path, error);
  } finally {
    database.close();
  }
}

/** Summarizes one ledger; `undefined` for an empty file. @throws Failure 65 if it is damaged. */
export const readStatus = (path: string): LedgerStatus | undefined =>
  readLedger(path, (database) => summarize(database, path));

function readLedger<Result>(
  path: string,
  read: (database: SqliteFile) => Result,
): Result | undefined {
  const database = readLedgerFile(path);
  if (database === undefined) return undefined;
  try {
    return withLedgerFailures(path, () => read(database));
  } finally {
    database.close();
  }
}

interface QueueRow extends QueueIdentity {
  readonly run_pid: number | null;
  readonly run_started_at: number | null;
  readonly run_ended_at: number | null;
  readonly run_end: string | null;
}

function summarize(database: SqliteFile, path: string): LedgerStatus | undefined {
  const queue = database.prepare<[], QueueRow>("select * from queue").get();
  if (queue === undefined) return undefined;
  const counts = database
    .prepare<[], { state: ItemStateKind; count: number }>(
      "select state, count(*) as count from submission group by state",
    )
    .all();
  const waiting = database
    .prepare<[], { since: number | null; due: number | null }>(
      `select min(first_seen_at) as since, min(due_at) as due from submission where ${IS_WAITING}`,
    )
    .get();
  const { origin, scope, filter, consumer } = queue;
  const lastRun = toLastRun(queue);
  return {
    path,
    identity: { origin, scope, filter, consumer },
    counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    ...(waiting?.since == null ? {} : { oldestWaitingSince: waiting.since }),
    ...(waiting?.due == null ? {} : { nextRetryAt: waiting.due }),
    ...(lastRun === undefined ? {} : { lastRun }),
    isLocked: isLocked(path),
  };
}

function toLastRun(row: QueueRow): LastRun | undefined {
  if (row.run_pid === null || row.run_started_at === null) return undefined;
  const { run_pid: pid, run_started_at: startedAt, run_ended_at: at, run_end: end } = row;
  return at === null || end === null ? { pid, startedAt } : { pid, startedAt, ended: { at, end } };
}
