/** Test deliveries of a webhook. */
import { AppError } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import { type StoredBody, queueOwnDeliveries } from "./own-bodies.ts";
import { type DeliveryRecord, getDeliveries } from "./delivery-log.ts";
import type { Db } from "../engine/schema.ts";
import { findWebhookRow, type WebhookScope } from "../webhooks/webhooks.ts";

interface QueueTestArgs extends WebhookScope {
  /** `null` for a test with a sample submission. */
  readonly submission_id: number | null;
  readonly uid: string;
  readonly body: StoredBody & { readonly sha256: Uint8Array };
  readonly now: number;
}

/**
 * Queues a test delivery with its body, due immediately.
 *
 * @throws AppError `not_found`; `conflict` if the webhook is disabled.
 */
export async function queueTest(
  db: Db,
  { body, uid, submission_id, now, ...scope }: QueueTestArgs,
): Promise<DeliveryRecord> {
  const webhook = await findWebhookRow(db, scope);
  if (webhook === undefined) throw webhookNotFound(scope.id);
  if (webhook.enabled === 0) {
    throw new AppError(
      "conflict",
      `The webhook "${webhook.name}" is disabled. Enable it, then test it.`,
    );
  }
  const one = { destination_id: scope.id, trigger: "test", submission_id, uid, body } as const;
  const { account_id } = scope;
  const ids = await queueOwnDeliveries(db, { account_id, deliveries: [one], now });
  const [delivery] = await getDeliveries(db, { ids });
  if (delivery === undefined)
    throw new Error(`The test of webhook ${scope.id} was queued but cannot be read.`);
  return delivery;
}
