/** The queue's store in a SQLite file. Every step is committed; concurrent steps share a transaction. */
import type { Outlives, QueueItem, QueueStore } from "@intray/sdk/queue";
import type { SqliteFile } from "../sqlite/sqlite-file.ts";
import { damagedLedger, withLedgerFailures, openLedgerFile } from "./ledger-file.ts";
import type { QueueIdentity } from "./ledger-name.ts";
import type { LedgerRow } from "./ledger-schema.ts";
import { toItem, toRow, IS_RUNNING, IS_WAITING, OWES_MARK } from "./ledger-schema.ts";
import { setImmediate } from "node:timers/promises";

/** A ledger that is open for writing. The opener must hold its lock. */
export interface Ledger extends QueueStore {
  /** Records the process of the run, for `queue status` and for other runs that wait. */
  beginRun(pid: number): void;
  /** The dead items, oldest first. */
  dead(): Promise<QueueItem[]>;
  /**
   * Deletes items that were finished before a time, and returns how many. Keeps items that wait, or that
   * still have to be marked read.
   */
  prune(before: number): Promise<number>;
  /** @param end A few words, e.g. `drained`. */
  endRun(end: string): void;
  close(): void;
}

interface LedgerOptions {
  readonly path: string;
  readonly identity: QueueIdentity;
  readonly clock: { now(): number };
}

/** Opens the ledger at a path created by `prepareLedger`. @throws Failure if it is damaged or belongs to another queue. */
export function openLedger({ path, identity, clock }: LedgerOptions): Ledger {
  const database = openLedgerFile(path);
  try {
    claimIdentity(database, path, identity);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = prepare(database);
  const write = (items: readonly QueueItem[]) => {
    const now = clock.now();
    for (const item of items) statements.upsert.run({ ...toRow(item), now });
  };
  let durability: Outlives = "machine";
  const setDurability = (outlives: Outlives) => {
    if (outlives === durability) return;
    // A commit that syncs also writes all earlier ones to disk.
    database.pragma(`synchronous = ${outlives === "machine" ? "full" : "normal"}`);
    durability = outlives;
  };
  const commits = new CommitBatcher((items, outlives) => {
    withLedgerFailures(path, () => {
      setDurability(outlives);
      database.transaction(() => write(items));
    });
  });
  const guarded = async <Result>(act: () => Result): Promise<Result> => {
    commits.flush();
    return withLedgerFailures(path, () => {
      setDurability("machine");
      return act();
    });
  };
  return {
    lastWalk: () => guarded(() => statements.lastWalk.get()?.walk ?? 0),
    beginWalk: () => guarded(() => statements.beginWalk.get()?.walk ?? 0),
    find: (ids) => guarded(() => statements.find.all(JSON.stringify(ids)).map(toItem)),
    commit: (items, outlives = "machine") => commits.add(items, outlives),
    waitingIds: () => guarded(() => statements.waiting.all().map((row) => row.submission_id)),
    running: () => guarded(() => statements.running.all().map(toItem)),
    owingMark: () => guarded(() => statements.owing.all().map(toItem)),
    dead: () => guarded(() => statements.dead.all().map(toItem)),
    prune: (before) => guarded(() => statements.prune.run({ before }).changes),
    beginRun: (pid) =>
      withLedgerFailures(path, () => void statements.beginRun.run({ pid, now: clock.now() })),
    endRun: (end) =>
      withLedgerFailures(path, () => void statements.endRun.run({ end, now: clock.now() })),
    close() {
      commits.flush();
      database.close();
    },
  };
}

/** Writes the identity into a new ledger. @throws Failure if an existing ledger belongs to another queue. */
function claimIdentity(database: SqliteFile, path: string, identity: QueueIdentity): void {
  database
    .prepare(
      `insert or ignore into queue (id, origin, scope, filter, consumer)
       values (1, :origin, :scope, :filter, :consumer)`,
    )
    .run(identity);
  const found = database
    .prepare<[], QueueIdentity>("select origin, scope, filter, consumer from queue")
    .get();
  const isSame =
    found?.origin === identity.origin &&
    found.scope === identity.scope &&
    found.filter === identity.filter &&
    found.consumer === identity.consumer;
  if (!isSame) throw damagedLedger(path, "belongs to another queue");
}

function prepare(database: SqliteFile) {
  const rows = (where: string) =>
    database.prepare<[], LedgerRow>(
      `select * from submission where ${where} order by submission_id`,
    );
  return {
    lastWalk: database.prepare<[], { walk: number }>("select walk from queue"),
    beginWalk: database.prepare<[], { walk: number }>(
      "update queue set walk = walk + 1 returning walk",
    ),
    find: database.prepare<[string], LedgerRow>(
      "select * from submission where submission_id in (select value from json_each(?))",
    ),
    upsert: database.prepare<[LedgerRow & { now: number }]>(UPSERT),
    waiting: database.prepare<[], { submission_id: number }>(
      `select submission_id from submission where ${IS_WAITING}`,
    ),
    running: rows(IS_RUNNING),
    owing: rows(OWES_MARK),
    dead: rows("state = 'dead'"),
    prune: database.prepare<[{ before: number }]>(
      "delete from submission where finished_walk is not null and changed_at < :before",
    ),
    beginRun: database.prepare<[{ pid: number; now: number }]>(
      `update queue set run_pid = :pid, run_started_at = :now, run_ended_at = null, run_end = null`,
    ),
    endRun: database.prepare<[{ end: string; now: number }]>(
      "update queue set run_ended_at = :now, run_end = :end",
    ),
  };
}

const COLUMNS = [
  "submission_id",
  "form_id",
  "generation",
  "state",
  "attempts",
  "starts",
  "interruptions",
  "deferrals",
  "due_at",
  "reason",
  "mark",
  "finished_walk",
  "pid",
  "pid_started_at",
  "last_output",
  "uid",
] as const satisfies readonly (keyof LedgerRow)[];

const UPSERT = `
insert into submission (${COLUMNS.join(", ")}, first_seen_at, changed_at)
values (${COLUMNS.map((column) => `:${column}`).join(", ")}, :now, :now)
on conflict (submission_id) do update set
  ${COLUMNS.slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}, changed_at = excluded.changed_at`;

interface Waiting {
  readonly items: readonly QueueItem[];
  readonly outlives: Outlives;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class CommitBatcher {
  readonly #write: (items: readonly QueueItem[], outlives: Outlives) => void;
  #waiting: Waiting[] = [];

  /** @param write CommitBatcher these items, all or none. */
  constructor(write: (items: readonly QueueItem[], outlives: Outlives) => void) {
    this.#write = write;
  }

  /** Resolves once the items are committed, together with others added in this turn of the event loop. */
  add(items: readonly QueueItem[], outlives: Outlives): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, outlives, resolve, reject });
      if (this.#waiting.length === 1) void setImmediate().then(() => this.flush());
    });
  }

  /** Commits all pending items now. Never throws: a failure rejects the promises of `add`. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const isDurable = waiting.some(({ outlives }) => outlives === "machine");
    try {
      // In the order of the calls, so that the later state of an item wins.
      this.#write(
        waiting.flatMap(({ items }) => items),
        isDurable ? "machine" : "process",
      );
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
