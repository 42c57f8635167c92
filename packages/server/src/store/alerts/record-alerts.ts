/** Records that alerts are raised and over, together with the deliveries that tell people. */
import type { AlertDetail, AlertKind, AlertResolution } from "../../domain/alerts/alert.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { queueOwnDeliveries, type OwnDelivery } from "../deliveries/own-bodies.ts";
import { lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { openAlerts } from "./alert-facts.ts";

export type AlertDelivery = Omit<OwnDelivery, "trigger" | "submission_id">;

export interface RaisedAlert {
  readonly kind: AlertKind;
  readonly subject_id: number;
  readonly since: number;
  readonly detail: AlertDetail;
}

export type ResolvedAlert = { readonly id: number; readonly resolution: AlertResolution };

/** An account keeps this many ids of resolved alerts. */
const KEPT_IDS = 10_000;

interface RecordAlertsArgs {
  readonly account_id: number;
  readonly expected: { readonly openIds: readonly number[]; readonly newest_id: number };
  readonly raised: readonly RaisedAlert[];
  readonly resolved: readonly ResolvedAlert[];
  /** The messages about all of them. */
  readonly deliveries: readonly AlertDelivery[];
  readonly now: number;
}

/**
 * Records what has changed, and queues its deliveries, in one transaction. Does nothing if another process has
 * changed the account's alerts since they were read, so that no transition is recorded or sent twice.
 *
 * @param expected The open alerts, and the highest id of all, by which the changes were decided.
 * @returns Whether the changes are recorded.
 */
export async function recordAlerts(
  db: Db,
  { account_id, expected, raised, resolved, deliveries, now }: RecordAlertsArgs,
  box?: SecretBox,
  sendable: readonly DestinationKind[] = DESTINATION_KINDS,
): Promise<boolean> {
  await lockRow(db, "account", account_id);
  if (await hasChanged(db, account_id, expected)) return false;
  for (const { id, resolution } of resolved) {
    await db
      .updateTable("alert")
      .set({ resolved_at: now, resolution })
      .where("id", "=", id)
      .execute();
  }
  for (const { kind, subject_id, since, detail } of raised) {
    const { id } = await db
      .insertInto("alert")
      .values({
        account_id,
        kind,
        subject_id,
        since,
        detail: JSON.stringify(detail),
        raised_at: now,
        seen_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .deleteFrom("alert")
      .where("account_id", "=", account_id)
      .where("id", "<", id - KEPT_IDS)
      .where("resolved_at", "is not", null)
      .execute();
  }
  const queued = deliveries.map((one): OwnDelivery => ({
    ...one,
    trigger: "alert",
    submission_id: null,
  }));
  await queueOwnDeliveries(db, { account_id, deliveries: queued, now }, box, sendable);
  return true;
}

async function hasChanged(
  db: Db,
  account_id: number,
  { openIds, newest_id }: { readonly openIds: readonly number[]; readonly newest_id: number },
): Promise<boolean> {
  const newer = await db
    .selectFrom("alert")
    .select("id")
    .where("account_id", "=", account_id)
    .where("id", ">", newest_id)
    .limit(1)
    .executeTakeFirst();
  if (newer !== undefined) return true;
  const open = new Set((await openAlerts(db, account_id)).map(({ id }) => id));
  return open.size !== openIds.length || openIds.some((id) => !open.has(id));
}

/** Records that open alerts still hold. */
export async function touchAlerts(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("alert")
    .set({ seen_at: now })
    .where("id", "in", [...ids])
    .execute();
}
