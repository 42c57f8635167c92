/** Test deliveries of a webhook. Each has its own body, which no other delivery uses. */
import { AppError } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import type { StoredBody } from "./stored-body.ts";
import { type DeliveryRecord, getDeliveries } from "./delivery-log.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import type { Db } from "../engine/schema.ts";
import { findWebhook, type WebhookScope } from "../webhooks/webhooks.ts";

/**
 * Queues a test delivery with its body, due immediately.
 *
 * @throws AppError `not_found`; `conflict` if the webhook is disabled.
 */
export async function queueTest(
  db: Db,
  {
    body,
    uid,
    submission_id,
    now,
    ...scope
  }: WebhookScope & {
    /** `null` for a test with a sample submission. */
    readonly submission_id: number | null;
    readonly uid: string;
    readonly body: StoredBody & { readonly sha256: Uint8Array };
    readonly now: number;
  },
): Promise<DeliveryRecord> {
  const webhook = await findWebhook(db, scope);
  if (webhook === undefined) throw webhookNotFound(scope.id);
  if (!webhook.enabled) {
    throw new AppError(
      "conflict",
      `The webhook "${webhook.name}" is disabled. Enable it, then test it.`,
    );
  }
  const queued = await db
    .insertInto("delivery")
    .values({
      account_id: scope.account_id,
      form_id: webhook.form_id,
      submission_id,
      webhook_id: scope.id,
      webhook_name: webhook.name,
      url: webhook.url,
      trigger: "test",
      state: "queued",
      reason: null,
      next_attempt_at: now,
      lease_token: null,
      lease_expires_at: null,
      created_at: now,
      finished_at: null,
    })
    .returning(DELIVERY_EVENT_COLUMNS)
    .executeTakeFirstOrThrow();
  const { id } = queued;
  await recordDeliveryEvents(db, [queued], now);
  await db
    .insertInto("test_body")
    .values({
      delivery_id: id,
      uid,
      content_type: body.content_type,
      body: Buffer.from(body.body),
      sha256: Buffer.from(body.sha256),
      created_at: now,
    })
    .execute();
  const [delivery] = await getDeliveries(db, { ids: [id] });
  if (delivery === undefined)
    throw new Error(`The delivery ${id} was inserted but cannot be read.`);
  return delivery;
}
