/** Looks into ledgers without disturbing a run: what `queue status` and `queue list` show. */
import type { ItemStateKind, QueueItem } from "@intray/sdk/queue";
import type SqliteDatabase from "better-sqlite3";
import { ledgerFailure, withLedgerFailures } from "./ledger-failure.ts";
import { ledgerPaths, readLedgerFile } from "./ledger-file.ts";
import { isLocked } from "./ledger-lock.ts";
import type { QueueIdentity } from "./ledger-name.ts";
import type { LedgerRow } from "./ledger-row.ts";
import { toItem } from "./ledger-row.ts";
import { IS_WAITING } from "./ledger-schema.ts";

/** The run that holds or last held a ledger. Times in milliseconds since the epoch. */
export interface LastRun {
  readonly pid: number;
  readonly startedAt: number;
  /** Absent while it runs, and when it died. */
  readonly ended?: { readonly at: number; readonly end: string };
}

/** One queue at a glance. */
export interface LedgerStatus {
  readonly path: string;
  readonly identity: QueueIdentity;
  readonly counts: Readonly<Partial<Record<ItemStateKind, number>>>;
  /** When the longest waiting submission was first seen; absent when none waits. */
  readonly oldestWaitingSince?: number;
  /** When the next retry is due; absent when there is none. */
  readonly nextRetryAt?: number;
  readonly lastRun?: LastRun;
  readonly isLocked: boolean;
}

/** An item with the times that its row has. */
export interface ListedItem {
  readonly item: QueueItem;
  readonly firstSeenAt: number;
  readonly changedAt: number;
}

/** The ledgers in a folder that belong to an origin; files still empty are passed over. */
export function readLedgers(folder: string, origin: string): LedgerStatus[] {
  return ledgerPaths(folder).flatMap((path) => {
    const status = readStatus(path);
    return status?.identity.origin === origin ? [status] : [];
  });
}

/** Who is or was last at work on a ledger; `undefined` when nobody was yet. */
export function readLastRun(path: string): LastRun | undefined {
  return readStatus(path)?.lastRun;
}

/** What narrows a list of items; all of it optional. */
export interface ItemChoice {
  readonly state?: ItemStateKind | undefined;
  readonly submissionId?: number | undefined;
}

/** Those of the submissions that the ledger knows. */
export function readKnown(path: string, ids: readonly number[]): ReadonlyMap<number, QueueItem> {
  const database = readLedgerFile(path);
  if (database === undefined) return new Map();
  try {
    const rows = database
      .prepare<[string], LedgerRow>(
        "select * from submission where submission_id in (select value from json_each(?))",
      )
      .all(JSON.stringify(ids));
    return new Map(rows.map((row) => [row.submission_id, toItem(row)]));
  } catch (error) {
    throw ledgerFailure(path, error);
  } finally {
    database.close();
  }
}

/** The items of a ledger, oldest first, one at a time. */
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

/** One ledger; `undefined` for a file that is still empty. @throws Failure 65 when it is damaged. */
export function readStatus(path: string): LedgerStatus | undefined {
  const database = readLedgerFile(path);
  if (database === undefined) return undefined;
  try {
    return withLedgerFailures(path, () => summarize(database, path));
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

function summarize(database: SqliteDatabase.Database, path: string): LedgerStatus | undefined {
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
