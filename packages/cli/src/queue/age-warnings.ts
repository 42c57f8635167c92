/** Checks the age of a queue's oldest submission and last run, for monitors. */
import type { LedgerStatus } from "../ledger/ledger-report.ts";

/**
 * Returns a warning for the oldest submission and for the last run if they are older than `maxAgeMs`.
 * The last run counts, because the ledger learns of new submissions only from runs.
 */
export function ageWarnings(
  { identity: { scope, filter, consumer }, oldestWaitingSince, lastRun, isLocked }: LedgerStatus,
  { now, maxAgeMs }: { readonly now: number; readonly maxAgeMs: number },
): string[] {
  const queue = `The queue ${scope} ${filter} ${consumer}`;
  const seconds = (since: number) => `${Math.floor((now - since) / 1_000)} s`;
  const isLate = (since: number | undefined) => since !== undefined && now - since > maxAgeMs;
  const warnings: string[] = [];
  if (oldestWaitingSince !== undefined && isLate(oldestWaitingSince)) {
    warnings.push(`${queue}: its oldest submission has waited for ${seconds(oldestWaitingSince)}.`);
  }
  const lastAt = lastRun?.ended?.at ?? lastRun?.startedAt;
  if (!isLocked && lastAt !== undefined && isLate(lastAt)) {
    warnings.push(`${queue}: its last run was ${seconds(lastAt)} ago.`);
  }
  return warnings;
}
