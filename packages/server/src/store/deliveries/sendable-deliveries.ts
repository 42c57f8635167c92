/** What sending now means for each delivery that a filter names, read in windows of ids, the oldest first. */
import { sql } from "kysely";
import { hasOwnBody, QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery/delivery.ts";
import type { DestinationPurpose } from "../../domain/delivery/destination.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { WITHDRAWN } from "./deliveries.ts";
import { type DeliveryFilter, matchingDeliveries } from "./matching-deliveries.ts";
import { MAY_BE_UNREACHED } from "./unreached.ts";

/**
 * - `waiting`: queued, and its next attempt is later: it can be made now.
 * - `due`: queued and due; it is sent without any help, once its destination has a slot.
 * - `delivering`: an attempt is in progress.
 * - `failed`: ended without success: it can be fired again.
 * - `delivered`: the receiver has already accepted this submission, by this delivery or another one.
 * - `left_out`: it cannot be sent: its destination is disabled, a later delivery has replaced it, a user marked the
 *   submission spam or trash, it waits for a lead score, or it is in quarantine.
 */
export type SendingGroup = "waiting" | "due" | "delivering" | "failed" | "delivered" | "left_out";

export type GroupCounts = Readonly<Record<SendingGroup, number>>;

export const NO_DELIVERIES: GroupCounts = {
  waiting: 0,
  due: 0,
  delivering: 0,
  failed: 0,
  delivered: 0,
  left_out: 0,
};

/** One delivery: what can be done about it, and what people are told about it. */
export interface Sendable {
  readonly id: number;
  readonly group: SendingGroup;
  /** `advance`: make its next attempt now. `refire`: queue a new delivery. */
  readonly action: "advance" | "refire" | undefined;
}

export interface SendableWindow {
  readonly deliveries: readonly Sendable[];
  /** The position of the next window; `undefined` after the last one. */
  readonly nextId: number | undefined;
}

interface SendableDeliveriesArgs {
  readonly filter: DeliveryFilter;
  readonly after_id: number;
  readonly untilId: number;
  readonly now: number;
  readonly limit: number;
}

/**
 * Reads the next window: at most `limit` rows by one index, of which those that match are returned.
 *
 * @param untilId Later rows are left out, so that a delivery that a re-fire has queued is not met again.
 */
export async function sendableDeliveries(
  db: Db,
  { filter, after_id, untilId, now, limit }: SendableDeliveriesArgs,
): Promise<SendableWindow> {
  const nextId = await windowEnd(db, filter, { after_id, untilId, limit });
  const matching = await matchingDeliveries(db, filter)
    .select("id")
    .where("id", ">", after_id)
    .where("id", "<=", nextId ?? untilId)
    .orderBy("id")
    .execute();
  return { deliveries: await sendablesOf(db, { ids: matching.map(({ id }) => id), now }), nextId };
}

/** The newest id of all deliveries; 0 if there is none. */
export async function newestDeliveryId(db: Db, _: object): Promise<number> {
  const row = await db
    .selectFrom("delivery")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The id of the last row of a window that has `limit` rows; `undefined` if it has fewer, so that it is the last. */
async function windowEnd(
  db: Db,
  { account_id, unreached, submission_id, destination_id, form_id }: DeliveryFilter,
  range: { readonly after_id: number; readonly untilId: number; readonly limit: number },
): Promise<number | undefined> {
  let rows = db
    .selectFrom("delivery")
    .select("id")
    .where("id", ">", range.after_id)
    .where("id", "<=", range.untilId);
  if (unreached !== undefined)
    rows = rows
      .where("account_id", "=", account_id)
      .where("webhook_id", "=", unreached.destination_id)
      .where(MAY_BE_UNREACHED);
  else if (submission_id !== undefined) rows = rows.where("submission_id", "=", submission_id);
  else if (destination_id !== undefined) rows = rows.where("webhook_id", "=", destination_id);
  else if (form_id !== undefined) rows = rows.where("form_id", "=", form_id);
  const end = await rows
    .orderBy("id")
    .offset(range.limit - 1)
    .limit(1)
    .executeTakeFirst();
  return end?.id;
}

/** In the order of the ids; unknown ones are left out. */
export async function sendablesOf(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<readonly Sendable[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("delivery")
    .leftJoin("webhook", "webhook.id", "delivery.webhook_id")
    .select([
      "delivery.id",
      "delivery.submission_id",
      "delivery.trigger",
      "delivery.state",
      "delivery.reason",
      "delivery.lost_workers",
      "delivery.next_attempt_at",
      "webhook.enabled",
      "webhook.purpose",
      "delivery.is_current",
      sql<Flag>`case when exists (select 1 from delivery as sent ${sameMessage("sent")}
        and sent.state = 'succeeded') then 1 else 0 end`.as("was_delivered"),
      // With the limit PostgreSQL reads it by its key for each row, not once as a whole.
      sql<Flag>`case when delivery.attempts_made = 0 then coalesce((select 1 from lead_score
        where lead_score.submission_id = delivery.submission_id and lead_score.scored_at is null
        limit 1), 0) else 0 end`.as("waits_for_score"),
    ])
    .where("delivery.id", "in", [...ids])
    .orderBy("delivery.id")
    .execute();
  return rows.map((row) => {
    const action = actionOf(row, now);
    return { id: row.id, action, group: groupOf(row, action, now) };
  });
}

// The plus keeps SQLite off the webhook's index, which holds its whole log; a submission has few entries.
const sameMessage = (other: "sent") =>
  sql.raw(`where ${other}.submission_id = delivery.submission_id
    and +${other}.webhook_id = delivery.webhook_id and ${other}."trigger" <> 'test'`);

type Row = {
  readonly submission_id: number | null;
  readonly trigger: Parameters<typeof hasOwnBody>[0];
  readonly state: string;
  readonly reason: string | null;
  readonly lost_workers: number;
  readonly next_attempt_at: number | null;
  readonly enabled: Flag | null;
  readonly purpose: DestinationPurpose | null;
  readonly is_current: Flag | null;
} & Readonly<Record<"was_delivered" | "waits_for_score", Flag>>;

function actionOf(row: Row, now: number): Sendable["action"] {
  if (row.enabled !== 1 || row.state === "delivering") return undefined;
  if (row.state === "queued") {
    const isLater = row.next_attempt_at !== null && row.next_attempt_at > now;
    // Quarantined deliveries wait longer each time, since they may be what stops the server.
    const mayAdvance =
      row.lost_workers < QUARANTINE_AFTER_LOST_WORKERS && row.waits_for_score === 0;
    return isLater && mayAdvance ? "advance" : undefined;
  }
  const isRepeatable = row.purpose === "submissions" && row.submission_id !== null;
  if (!isRepeatable || hasOwnBody(row.trigger)) return undefined;
  // A later one that was only canceled, such as a stopped re-fire, has not replaced it.
  return row.is_current === 1 && row.reason !== WITHDRAWN ? "refire" : undefined;
}

function groupOf(row: Row, action: Sendable["action"], now: number): SendingGroup {
  if (row.state === "delivering") return "delivering";
  const isDue = row.state === "queued" && (row.next_attempt_at ?? 0) <= now;
  if (isDue && row.enabled === 1) return "due";
  if (row.state === "succeeded" || row.was_delivered === 1) return "delivered";
  if (action === undefined) return "left_out";
  return action === "advance" ? "waiting" : "failed";
}
