/** Whether a queue is looked after, for monitors that ask from time to time. */
import type { LedgerStatus } from "../ledger/ledger-report.ts";

/**
 * A sentence for each thing that has gone on for too long; none when all is well. What waits is
 * known from runs alone, so that nobody runs is a complaint of its own.
 */
export function ageWarnings(
  { identity: { scope, filter, consumer }, oldestWaitingSince, lastRun, isLocked }: LedgerStatus,
  { now, maxAgeMs }: { readonly now: number; readonly maxAgeMs: number },
): string[] {
  const queue = `The queue ${scope} ${filter} ${consumer}`;
  const seconds = (since: number) => `${Math.floor((now - since) / 1_000)} s`;
  const isLate = (since: number | undefined) => since !== undefined && now - since > maxAgeMs;
  const complaints: string[] = [];
  if (oldestWaitingSince !== undefined && isLate(oldestWaitingSince)) {
    complaints.push(
      `${queue}: its oldest submission has waited for ${seconds(oldestWaitingSince)}.`,
    );
  }
  const lastAt = lastRun?.ended?.at ?? lastRun?.startedAt;
  if (!isLocked && lastAt !== undefined && isLate(lastAt)) {
    complaints.push(`${queue}: its last run was ${seconds(lastAt)} ago.`);
  }
  return complaints;
}
