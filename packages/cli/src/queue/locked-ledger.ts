/** Locks a queue for this process and opens its ledger: for a run, or to change it while no run uses it. */
import { type Failure, failure } from "../errors/failure.ts";
import { systemClock, systemPause } from "../clock.ts";
import { prepareLedger, takeLock, type LedgerLock } from "../ledger/ledger-file.ts";
import { ledgerFolder, ledgerName, type QueueIdentity } from "../ledger/ledger-name.ts";
import { readStatus, type LedgerStatus } from "../ledger/ledger-report.ts";
import { openLedger, type Ledger } from "../ledger/ledger.ts";
import { join } from "node:path";
import type { QueueItem } from "@intray/sdk/queue";

/** How often a waiting run tries to acquire the lock. */
const POLL_MS = 500;

type IfLocked = "fail" | "skip" | "wait";

interface LockOptions {
  readonly stateHome: string;
  readonly identity: QueueIdentity;
  readonly ifLocked: IfLocked;
  /** Ends the wait for the lock. */
  readonly stopping: AbortSignal;
  readonly note: (sentence: string) => void;
}

/** An open ledger with its lock. `close` releases both. */
type LockedLedger = { readonly ledger: Ledger; close(): void };

/**
 * Locks the queue. Resolves with `undefined` if another run has it and `ifLocked` is `skip`, or if the wait
 * was ended.
 *
 * @throws Failure 75 if another run has it and `ifLocked` is `fail`; 65, 74 or 78 for an unusable ledger.
 */
export async function lockLedger(options: LockOptions): Promise<LockedLedger | undefined> {
  const path = join(ledgerFolder(options.stateHome), ledgerName(options.identity));
  prepareLedger(path);
  const lock = await waitForLock(path, options);
  return lock && openLocked(path, options.identity, lock);
}

function openLocked(path: string, identity: QueueIdentity, lock: LedgerLock): LockedLedger {
  try {
    const ledger = openLedger({ path, identity, clock: systemClock });
    return {
      ledger,
      close() {
        ledger.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function waitForLock(
  path: string,
  { ifLocked, stopping, note }: LockOptions,
): Promise<LedgerLock | undefined> {
  let lock = takeLock(path);
  if (lock !== undefined) return lock;
  const holder = describeHolder(path);
  if (ifLocked === "fail") {
    throw failure("queue_locked", `${holder} is working on this queue.`, {
      hint: "Wait until it ends, or use --if-locked skip or wait. Another --consumer has a separate queue.",
    });
  }
  if (ifLocked === "skip") {
    note(`${holder} is working on this queue: nothing to do.`);
    return undefined;
  }
  note(`${holder} is working on this queue: waiting until it ends.`);
  while (lock === undefined && !stopping.aborted) {
    await systemPause(POLL_MS, stopping);
    if (!stopping.aborted) lock = takeLock(path);
  }
  return lock;
}

function describeHolder(path: string): string {
  const run = readStatus(path)?.lastRun;
  return run === undefined || run.ended !== undefined
    ? "Another run"
    : `Another run (process ${run.pid}, since ${new Date(run.startedAt).toISOString()})`;
}

/** Runs `change` with the ledger locked and open. @throws Failure 75 while a run uses the queue. */
export async function changeLedger<Result>(
  { path, identity, lastRun }: LedgerStatus,
  change: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const lock = takeLock(path);
  if (lock === undefined) {
    const process = lastRun === undefined ? "" : ` (process ${lastRun.pid})`;
    throw failure("queue_locked", `A run${process} is working on this queue.`, {
      hint: "Wait until it ends. With --watch, stop it with Ctrl-C.",
    });
  }
  const locked = openLocked(path, identity, lock);
  try {
    return await change(locked.ledger);
  } finally {
    locked.close();
  }
}

/** Returns the items of the submissions. @throws Failure 3 for the first that is not in the queue. */
export async function findItems(
  ledger: Ledger,
  ids: readonly number[],
): Promise<readonly QueueItem[]> {
  const items = await ledger.find(ids);
  const known = new Set(items.map(({ submissionId }) => submissionId));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw unknownItem(unknown);
  return items;
}

export function unknownItem(id: number): Failure {
  return failure("not_in_queue", `Submission ${id} is not in this queue.`, {
    hint: "intray queue list --all lists its submissions.",
  });
}
