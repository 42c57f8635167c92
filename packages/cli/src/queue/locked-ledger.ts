/** Takes a queue for this process alone: the lock, then the ledger. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import type { Pause } from "../handler/pause.ts";
import { prepareLedger } from "../ledger/ledger-file.ts";
import type { LedgerLock } from "../ledger/ledger-lock.ts";
import { takeLock } from "../ledger/ledger-lock.ts";
import { ledgerFolder, ledgerName } from "../ledger/ledger-name.ts";
import type { QueueIdentity } from "../ledger/ledger-name.ts";
import { readLastRun } from "../ledger/ledger-report.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { openLedger } from "../ledger/ledger.ts";
import { join } from "node:path";

/** How often a waiting run looks whether the lock is free. */
const POLL_MS = 500;

/** What to do when another run holds the queue. */
type IfLocked = "fail" | "skip" | "wait";

export interface LockOptions {
  readonly stateHome: string;
  readonly identity: QueueIdentity;
  readonly ifLocked: IfLocked;
  readonly clock: { now(): number };
  readonly pause: Pause;
  /** Ends the wait. */
  readonly stopping: AbortSignal;
  readonly note: (sentence: string) => void;
}

/** A ledger that is ours until it is closed. */
export interface LockedLedger {
  readonly ledger: Ledger;
  close(): void;
}

/**
 * Holds the queue. `undefined` when somebody else does and that is fine, or the wait was ended.
 *
 * @throws Failure 75 when somebody else does and that is not fine; 65, 74 or 78 for a bad ledger.
 */
export async function lockLedger(options: LockOptions): Promise<LockedLedger | undefined> {
  const path = join(ledgerFolder(options.stateHome), ledgerName(options.identity));
  prepareLedger(path);
  const lock = await waitForLock(path, options);
  if (lock === undefined) return undefined;
  try {
    const ledger = openLedger({ ...options, path });
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
  { ifLocked, pause, stopping, note }: LockOptions,
): Promise<LedgerLock | undefined> {
  let lock = takeLock(path);
  if (lock !== undefined) return lock;
  const holder = describeHolder(path);
  if (ifLocked === "fail") {
    throw new Failure({
      exit: EXIT.tryLater,
      code: "queue_locked",
      message: `${holder} is working on this queue.`,
      hint: "Wait for its end, or say --if-locked skip or wait. Another --consumer has a queue of its own.",
    });
  }
  if (ifLocked === "skip") {
    note(`${holder} is working on this queue: nothing to do here.`);
    return undefined;
  }
  note(`${holder} is working on this queue: waiting for its end.`);
  while (lock === undefined && !stopping.aborted) {
    await pause(POLL_MS, stopping);
    if (!stopping.aborted) lock = takeLock(path);
  }
  return lock;
}

function describeHolder(path: string): string {
  const run = readLastRun(path);
  return run === undefined || run.ended !== undefined
    ? "Another run"
    : `Another run (process ${run.pid}, since ${new Date(run.startedAt).toISOString()})`;
}
