/** Dismisses what did not reach its destination. */
import { STOPPED } from "../../domain/delivery/delivery.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../../domain/delivery/destination.ts";
import { type UnreachedItem, WAITING_FOR_SETUP } from "../../domain/delivery/unreached.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { AccountScope } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { ofForms } from "../forms/live-forms.ts";
import { recordDeliveryEvents } from "../events/record-events.ts";
import { cancelQueued } from "./deliveries.ts";
import { ENDED_AT, isOfItem, MAY_BE_UNREACHED, unsendable } from "./unreached.ts";

interface DismissArgs extends UnreachedItem, AccountScope {
  /** Those that ended at this time or earlier. */
  readonly until: number;
  readonly limit: number;
  readonly now: number;
}

/**
 * Takes deliveries of an item off the list; what waits for the setup of its kind is canceled. Returns how many; call
 * again while it is `limit`.
 */
export async function dismissUnreached(
  db: Db,
  { account_id, form_id, project_id, member_id, until, limit, now, ...item }: DismissArgs,
  _box?: SecretBox,
  sendable: readonly DestinationKind[] = DESTINATION_KINDS,
): Promise<number> {
  const some = db
    .selectFrom("delivery")
    .select("delivery.id")
    .where("delivery.account_id", "=", account_id)
    .where(isOfItem(item))
    .where(ofForms("delivery.form_id", { form_id, project_id, member_id }))
    .where(ENDED_AT, "<=", until)
    .orderBy("delivery.id")
    .limit(limit);
  if (item.reason === WAITING_FOR_SETUP) {
    const canceled = await cancelQueued(db, STOPPED, now)
      .where("id", "in", some)
      .where("webhook_id", "in", unsendable(db, account_id, sendable))
      .execute();
    await recordDeliveryEvents(db, canceled, now);
    return canceled.length;
  }
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set({ dismissed_at: now })
    .where("id", "in", some)
    .where(MAY_BE_UNREACHED)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
