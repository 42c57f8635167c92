/** Settles attempts: each change is fenced by its lease, so a late worker touches nothing. */
import { text, whole } from "./dialect.ts";
import type { AttemptTable, Db } from "./schema.ts";

export interface Outcome {
  readonly id: number;
  readonly lease_token: string;
  readonly webhook_id: number;
  /** `null` for a test: it is noted on no submission, and not held against its webhook. */
  readonly submission_id: number | null;
  readonly next: {
    readonly state: "succeeded" | "queued" | "exhausted" | "blocked" | "canceled";
    readonly reason: string | null;
    readonly next_attempt_at: number | null;
  };
  readonly is_counted: boolean;
  /** The URL whose receiver wants nothing any more; its webhook is disabled, if it still has that. */
  readonly gone_url: string | null;
  /** `undefined` when nothing was attempted. */
  readonly attempt: Omit<AttemptTable, "id" | "delivery_id"> | undefined;
}

/** After so long of nothing but failures, the next delivery that is given up disables its webhook. */
const FAILING_FOR_MS = 5 * 24 * 3_600 * 1_000;

/**
 * All of a batch in one transaction; a webhook's row is written once a batch, in the order of ids.
 *
 * @returns The ids of those that were stale: their leases were lost, and nothing of them was changed.
 */
export async function settleDeliveries(
  db: Db,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<readonly number[]> {
  const settled: Outcome[] = [];
  const stale: number[] = [];
  for (const outcome of outcomes) {
    const isHeld = await settleOne(db, outcome, now);
    if (isHeld) settled.push(outcome);
    else stale.push(outcome.id);
    await logAttempt(db, outcome, isHeld);
  }
  await noteSent(db, settled, now);
  const byWebhook = Map.groupBy(settled, (outcome) => outcome.webhook_id);
  for (const [webhook_id, own] of [...byWebhook].toSorted(([a], [b]) => a - b)) {
    await noteWebhook(db, webhook_id, own, now);
  }
  return stale;
}

/** Whether the lease still held. */
async function settleOne(
  db: Db,
  { id, lease_token, next, is_counted }: Outcome,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set((old) => ({
      state: next.state,
      reason: next.reason,
      next_attempt_at: next.next_attempt_at,
      finished_at: next.state === "queued" ? null : now,
      lease_token: null,
      lease_expires_at: null,
      losses: 0,
      attempts_made: is_counted ? old("attempts_made", "+", 1) : old.ref("attempts_made"),
    }))
    .where("id", "=", id)
    .where("lease_token", "=", lease_token)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function logAttempt(db: Db, { id, attempt }: Outcome, isHeld: boolean): Promise<void> {
  if (attempt === undefined) return;
  const outcome = isHeld ? attempt.outcome : "stale";
  await db
    .insertInto("attempt")
    .columns(["delivery_id", ...ATTEMPT_COLUMNS])
    .expression((from) =>
      from
        .selectFrom("delivery")
        .select([
          "id",
          ...ATTEMPT_COLUMNS.map((name) => {
            const value = name === "outcome" ? outcome : attempt[name];
            return typeof value === "string" ? text(value).as(name) : whole(value).as(name);
          }),
        ])
        // Nothing is left to log for a submission that was deleted meanwhile.
        .where("id", "=", id),
    )
    .onConflict((conflict) => conflict.columns(["delivery_id", "number"]).doUpdateSet({ outcome }))
    .execute();
}

const ATTEMPT_COLUMNS = [
  "number",
  "started_at",
  "duration_ms",
  "outcome",
  "http_status",
  "error_code",
  "response_excerpt",
  "remote_ip",
  "next_attempt_at",
] as const;

async function noteSent(db: Db, settled: readonly Outcome[], now: number): Promise<void> {
  const ids = settled
    .filter(({ next }) => next.state === "succeeded")
    .flatMap((outcome) => outcome.submission_id ?? []);
  if (ids.length === 0) return;
  await db
    .updateTable("submission")
    .set({ webhook_sent_at: now })
    .where("id", "in", ids)
    .where("webhook_sent_at", "is", null)
    .execute();
}

async function noteWebhook(
  db: Db,
  id: number,
  own: readonly Outcome[],
  now: number,
): Promise<void> {
  const failures = own.filter(
    ({ next, is_counted, submission_id }) =>
      is_counted && next.state !== "succeeded" && submission_id !== null,
  ).length;
  const hasSucceeded = own.some(({ next }) => next.state === "succeeded");
  if (failures > 0 || hasSucceeded) await noteResults(db, id, { failures, hasSucceeded }, now);
  const gone = own.flatMap(({ gone_url }) => gone_url ?? []);
  if (gone.length > 0) await disable(db, id, "gone").where("url", "in", gone).execute();
  const hasGivenUp = own.some(({ next }) => next.state === "exhausted" || next.state === "blocked");
  if (hasGivenUp && failures > 0 && !hasSucceeded) {
    await disable(db, id, "failing")
      .where("failing_since", "<=", now - FAILING_FOR_MS)
      .execute();
  }
}

async function noteResults(
  db: Db,
  id: number,
  { failures, hasSucceeded }: { readonly failures: number; readonly hasSucceeded: boolean },
  now: number,
): Promise<void> {
  await db
    .updateTable("webhook")
    .set((old) => ({
      failure_count: hasSucceeded ? failures : old("failure_count", "+", failures),
      ...(hasSucceeded ? { failing_since: null } : {}),
      ...(failures > 0 ? { last_failure_at: now } : {}),
      ...(failures > 0 && !hasSucceeded
        ? { failing_since: old.fn.coalesce("failing_since", old.val(now)) }
        : {}),
    }))
    .where("id", "=", id)
    // A webhook that keeps succeeding is not written at all.
    .where((row) =>
      row.or([row("failure_count", "<>", hasSucceeded ? failures : -1), row.lit(failures > 0)]),
    )
    .execute();
}

function disable(db: Db, id: number, disabled_reason: "gone" | "failing") {
  return db
    .updateTable("webhook")
    .set({ enabled: 0, disabled_reason })
    .where("id", "=", id)
    .where("enabled", "=", 1);
}
