/** Due deliveries of one destination, and the canceling of those that are not to be sent. */
import { type RawBuilder, sql } from "kysely";
import { MAX_LIFE_MS, QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery/delivery.ts";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { forTaking, whole } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { destinationQueues } from "./destination-queues.ts";

/** Which due deliveries: those of a destination that were due at `now`, the longest due first. */
export type Due = { readonly destination_id: number; readonly now: number; readonly limit: number };

/** Their ids; they are locked, and those that another process has locked are left out. */
export const dueOf = (db: Db, { destination_id, now, limit }: Due) =>
  forTaking(
    db,
    db
      .selectFrom("delivery")
      .select("id")
      .where("state", "=", sql.lit("queued"))
      // Without the cast SQLite plans the statement again for each value that its planner inspects.
      .where("webhook_id", "=", whole(destination_id))
      .where("next_attempt_at", "<=", now)
      .where("lost_workers", "<", sql.lit(QUARANTINE_AFTER_LOST_WORKERS))
      .orderBy("next_attempt_at")
      .orderBy("id")
      .limit(whole(limit)),
  );

interface CancelDueOfArgs {
  readonly destination_id: number;
  readonly dueBefore: number;
  readonly reason: string | RawBuilder<string>;
  readonly now: number;
  readonly limit: number;
}

/** Cancels deliveries of a destination. Returns how many. */
export async function cancelDueOf(
  db: Db,
  { destination_id, dueBefore, reason, now, limit }: CancelDueOfArgs,
): Promise<number> {
  const canceled = await db
    .updateTable("delivery")
    .set({ state: "canceled", reason, next_attempt_at: null, finished_at: now })
    .where("id", "in", dueOf(db, { destination_id, now: dueBefore, limit }))
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, canceled, now);
  return canceled.length;
}

/** The reason of a delivery that no server was set up to send in time. */
const NOT_SET_UP = "not_set_up";

/**
 * Cancels deliveries of kinds that this server cannot send, if nobody has sent them for {@link MAX_LIFE_MS}: otherwise
 * they would all be sent once it is set up, however old they are.
 *
 * @returns How many, at most `limit`; call again while it is `limit`.
 */
export async function cancelUnsendable(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
  _box: SecretBox | undefined,
  sendable: readonly DestinationKind[],
): Promise<number> {
  const dueBefore = now - MAX_LIFE_MS;
  let left = limit;
  for (const { destination_id, kind, due_at } of await destinationQueues(db, {})) {
    if (left === 0) break;
    if (kind === null || sendable.includes(kind) || due_at > dueBefore) continue;
    const some = { destination_id, dueBefore, reason: NOT_SET_UP, now, limit: left };
    left -= await cancelDueOf(db, some);
  }
  return limit - left;
}
