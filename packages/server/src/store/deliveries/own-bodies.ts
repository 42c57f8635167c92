/** Deliveries that are queued together with their bodies: tests, digests, alerts, requests to confirm, replies. */
import type { OWN_BODY_TRIGGERS } from "../../domain/delivery/delivery.ts";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import { DESTINATION_KINDS, refusesWhile } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Db } from "../engine/schema.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";

/** A delivery to queue, with the body that all its attempts send. */
export interface OwnDelivery {
  readonly destination_id: number;
  readonly trigger: (typeof OWN_BODY_TRIGGERS)[number];
  /** `null` if it is about no submission, or about several. */
  readonly submission_id: number | null;
  /** Unguessable; part of its message id. */
  readonly uid: string;
  readonly body: StoredBody & { readonly sha256: Uint8Array };
  /** The e-mail address; absent if it is that of the destination. */
  readonly email?: string;
}

interface QueueOwnDeliveriesArgs {
  readonly account_id: number;
  readonly deliveries: readonly OwnDelivery[];
  readonly now: number;
}

/**
 * Queues deliveries with their bodies, due immediately. Left out are those to destinations that are deleted or
 * disabled, or that this server cannot send to; a request to confirm is also sent to one that is not confirmed.
 *
 * @returns The ids of the queued deliveries, in the order of `deliveries`.
 */
export async function queueOwnDeliveries(
  db: Db,
  { account_id, deliveries, now }: QueueOwnDeliveriesArgs,
  _box?: SecretBox,
  sendable: readonly DestinationKind[] = DESTINATION_KINDS,
): Promise<readonly number[]> {
  if (deliveries.length === 0) return [];
  const destinations = await db
    .selectFrom("webhook")
    .select(["id", "kind", "form_id", "name", "url", "enabled", "disabled_reason"])
    .where("account_id", "=", account_id)
    .where("id", "in", [...new Set(deliveries.map(({ destination_id }) => destination_id))])
    .execute();
  const byId = new Map(destinations.map((one) => [one.id, one]));
  const ids: number[] = [];
  for (const { destination_id, trigger, submission_id, uid, body, email = "" } of deliveries) {
    const to = byId.get(destination_id);
    if (to === undefined || !sendable.includes(to.kind)) continue;
    if (to.enabled === 0 && refusesWhile(to.disabled_reason, trigger)) continue;
    const queued = await db
      .insertInto("delivery")
      .values({
        account_id,
        form_id: to.form_id,
        submission_id,
        webhook_id: to.id,
        webhook_name: to.name,
        url: `${to.url}${email}`,
        trigger,
        state: "queued",
        next_attempt_at: now,
        created_at: now,
      })
      .returning(DELIVERY_EVENT_COLUMNS)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("test_body")
      .values({
        delivery_id: queued.id,
        uid,
        content_type: body.content_type,
        body: Buffer.from(body.body),
        sha256: Buffer.from(body.sha256),
        created_at: now,
      })
      .execute();
    await recordDeliveryEvents(db, [queued], now);
    ids.push(queued.id);
  }
  return ids;
}

/** The body of a delivery that no other delivery uses, such as a test. */
export interface OwnBody extends StoredBody {
  readonly uid: string | null;
  /** That of the delivery. */
  readonly address: string;
}

export async function ownBodies(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, OwnBody>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("test_body")
    .innerJoin("delivery", "delivery.id", "test_body.delivery_id")
    .select(["delivery_id", "uid", "content_type", "body", "delivery.url as address"])
    .where("delivery_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ delivery_id, ...body }) => [delivery_id, body]));
}

/** The rendered bytes of a delivery. */
export type StoredBody = { readonly content_type: string; readonly body: Uint8Array };
