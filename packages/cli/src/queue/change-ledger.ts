/** Changes a queue's ledger while no run uses it. */
import type { QueueItem } from "@intray/sdk/queue";
import { EXIT, Failure } from "../errors/failure.ts";
import { takeLock } from "../ledger/ledger-lock.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import { openLedger, type Ledger } from "../ledger/ledger.ts";

/** Runs `change` with the ledger locked and open. @throws Failure 75 while a run uses the queue. */
export async function changeLedger<Result>(
  { path, identity, lastRun }: LedgerStatus,
  clock: { now(): number },
  change: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const lock = takeLock(path);
  if (lock === undefined) {
    const process = lastRun === undefined ? "" : ` (process ${lastRun.pid})`;
    throw new Failure({
      exit: EXIT.tryLater,
      code: "queue_locked",
      message: `A run${process} is working on this queue.`,
      hint: "Wait until it ends. With --watch, stop it with Ctrl-C.",
    });
  }
  try {
    const ledger = openLedger({ path, identity, clock });
    try {
      return await change(ledger);
    } finally {
      ledger.close();
    }
  } finally {
    lock.release();
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
  return new Failure({
    exit: EXIT.notFound,
    code: "not_in_queue",
    message: `Submission ${id} is not in this queue.`,
    hint: "intray queue list --all lists its submissions.",
  });
}
