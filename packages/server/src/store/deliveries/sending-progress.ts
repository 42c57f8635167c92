/** What became of deliveries that were sent now, and how the rest of them is taken back. */
import { sql } from "kysely";
import { STOPPED } from "../../domain/delivery/delivery.ts";
import { forChanging, idsText, isAmong } from "../engine/dialect.ts";
import { idsOf, ROW_COUNT } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { recordDeliveryEvents } from "../events/record-events.ts";
import { cancelQueued } from "./deliveries.ts";
import { destinationQueues } from "./destination-queues.ts";
import { pullInDeliveries } from "./late-deliveries.ts";
import { type DeliveryScope, deliveriesIn } from "./matching-deliveries.ts";

/** Counts the deliveries of a scope that ended since a time, and those that are open now. */
export async function sendingProgress(
  db: Db,
  {
    scope,
    since,
    now,
  }: { readonly scope: DeliveryScope; readonly since: number; readonly now: number },
) {
  const ended = await deliveriesIn(db, scope)
    .select("state")
    .select(ROW_COUNT)
    // The conditions of the index on the end of deliveries.
    .where("state", "not in", [sql.lit("queued" as const), sql.lit("delivering" as const)])
    .where("pruned_at", "is", null)
    .where("finished_at", ">=", since)
    .groupBy("state")
    .execute();
  const { n: delivering } = await deliveriesIn(db, scope)
    .select(ROW_COUNT)
    .where("state", "=", sql.lit("delivering"))
    .executeTakeFirstOrThrow();
  const queued = await queuedIn(db, scope);
  const { n: due } = await queued
    .select(ROW_COUNT)
    .where("next_attempt_at", "<=", now)
    .executeTakeFirstOrThrow();
  const { n: waiting } = await queued
    .select(ROW_COUNT)
    .where("next_attempt_at", ">", now)
    .executeTakeFirstOrThrow();
  const sum = (isSuccess: boolean) =>
    ended
      .filter(({ state }) => (state === "succeeded") === isSuccess)
      .reduce((total, { n }) => total + n, 0);
  return {
    /** Accepted by their receivers since the time. */
    delivered: sum(true),
    /** Ended without success since the time. */
    failed: sum(false),
    /** Queued and due: sent as soon as their destinations have slots. */
    due,
    delivering,
    /** Queued for a later attempt. */
    waiting,
  };
}

/** Queued deliveries, found by the index on destinations and due times, which has no others. */
async function queuedIn(db: Db, scope: DeliveryScope) {
  const queued = deliveriesIn(db, scope).where("state", "=", sql.lit("queued"));
  if (scope.destination_id !== undefined) return queued;
  const ids = (await destinationQueues(db, {})).map(({ destination_id }) => destination_id);
  return queued.where(isAmong(db, "webhook_id", idsText(db, ids)));
}

export interface Stopped {
  /** Retries that wait again for their usual delay. */
  readonly postponed: number;
  /** Re-fired deliveries without an attempt. */
  readonly canceled: number;
}

interface StopSendingArgs {
  readonly scope: DeliveryScope;
  readonly since: number;
  readonly delaysMs: readonly number[];
  readonly limit: number;
  readonly now: number;
}

/**
 * Takes back deliveries that became due since a time and were not attempted since: a retry waits again for its usual
 * delay, and a delivery that was queued again is canceled.
 *
 * @param delaysMs The usual delay, by the number of counted attempts made so far.
 * @returns How many of each; call again while their sum is `limit`.
 */
export async function stopSending(
  db: Db,
  { scope, since, delaysMs, limit, now }: StopSendingArgs,
): Promise<Stopped> {
  const due = await (
    await queuedIn(db, scope)
  )
    .select("id")
    .where("next_attempt_at", ">=", since)
    .where("next_attempt_at", "<=", now)
    .where((row) =>
      row.or([
        row("attempts_made", ">", 0),
        row.and([row("trigger", "=", "refire_bulk"), row("created_at", ">=", since)]),
      ]),
    )
    .limit(limit)
    .execute();
  if (due.length === 0) return { postponed: 0, canceled: 0 };
  const taken = db
    .selectFrom("delivery")
    .select(["id", "attempts_made"])
    .where("id", "in", idsOf(due))
    .where("state", "=", "queued")
    .orderBy("id");
  const rows = await forChanging(db, taken).execute();
  const retries = rows.filter((row) => row.attempts_made > 0).map(({ id }) => id);
  const firsts = rows.filter((row) => row.attempts_made === 0).map(({ id }) => id);
  // A millisecond later, so that none of them is still due after a delay of 0.
  await pullInDeliveries(db, { ids: retries, now: now + 1, delaysMs });
  if (firsts.length > 0) {
    const canceled = await cancelQueued(db, STOPPED, now).where("id", "in", firsts).execute();
    await recordDeliveryEvents(db, canceled, now);
  }
  return { postponed: retries.length, canceled: firsts.length };
}
