/** Converts a delivery to its API representations: of any kind, and an entry of the webhook log. */
import type { Delivery, WebhookLog } from "@intray/sdk/schemas";
import { MAILTO } from "../../domain/delivery/destination.ts";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import { logState } from "../../store/deliveries/matching-deliveries.ts";
import type { Caller } from "../http/caller.ts";
import type { ApiParts } from "../http/env.ts";
import { maskDelivery } from "../http/masks.ts";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";

interface RecordParts {
  /** Attempts of a delivery, the first one included. A test delivery has one attempt. */
  readonly maxAttempts: number;
  /** What to do before this server can send e-mails; `null` if it can. */
  readonly recipients: Pick<ApiParts["recipients"], "notice">;
}

export function deliveryRecord(
  stored: DeliveryRecord,
  parts: RecordParts,
  caller: Caller,
): WebhookLog {
  const delivery = maskDelivery(stored, caller);
  return {
    ...common(delivery, parts),
    webhook_id: delivery.destination_id,
    webhook_name: delivery.destination_name,
    url: delivery.address,
    // The others are of the account or of e-mail, whose entries are not in this log.
    trigger: delivery.trigger as WebhookLog["trigger"],
    attempts: attemptsOf(delivery).map(({ smtp_status: _, ...attempt }) => attempt),
  };
}

export function anyDeliveryRecord(
  stored: DeliveryRecord,
  parts: RecordParts,
  caller: Caller,
): Delivery {
  const delivery = maskDelivery(stored, caller);
  const { kind, address, form_id, form_name } = delivery;
  const lacksRelay = kind === "email" && parts.recipients.notice !== null;
  return {
    ...common(delivery, parts),
    kind,
    form_id,
    form_name,
    destination_id: delivery.destination_id,
    destination_name: delivery.destination_name,
    address: kind === "email" ? address.slice(MAILTO.length) : address,
    trigger: delivery.trigger,
    latest: delivery.is_current !== 0,
    waiting_for_setup: delivery.state === "queued" && lacksRelay,
    can_refire: delivery.can_refire && !lacksRelay,
    attempts: attemptsOf(delivery),
  };
}

const common = (row: DeliveryRecord, { maxAttempts }: RecordParts) => ({
  id: row.id,
  message_id: row.message_id,
  submission_id: row.submission_id,
  state: logState(row),
  reason: row.reason,
  attempts_made: row.attempts_made,
  max_attempts: row.trigger === "test" ? 1 : maxAttempts,
  next_attempt_at: isoTimeOrNull(row.next_attempt_at),
  created_at: isoTime(row.created_at),
  finished_at: isoTimeOrNull(row.finished_at),
  pruned_at: isoTimeOrNull(row.pruned_at),
  request: row.request,
});

const attemptsOf = ({ attempts }: DeliveryRecord) =>
  attempts.map((attempt) => ({
    ...attempt,
    started_at: isoTime(attempt.started_at),
    next_attempt_at: isoTimeOrNull(attempt.next_attempt_at),
  }));
