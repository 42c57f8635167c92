/** Converts a delivery to its API representation, an entry of the webhook log. */
import type { WebhookLog } from "@intray/sdk/schemas";
import { type DeliveryRecord, logState } from "../store/deliveries/delivery-log.ts";
import { isoTime, isoTimeOrNull } from "../platform/iso-time.ts";

/** @param maxAttempts Attempts of a delivery, the first one included. A test delivery has one attempt. */
export function deliveryRecord(
  delivery: DeliveryRecord,
  { maxAttempts }: { readonly maxAttempts: number },
): WebhookLog {
  const { request, attempts, ...row } = delivery;
  return {
    id: row.id,
    message_id: row.message_id,
    submission_id: row.submission_id,
    webhook_id: row.destination_id,
    webhook_name: row.destination_name,
    url: row.address,
    // The others are of the account or of e-mail, whose entries are not in this log.
    trigger: row.trigger as WebhookLog["trigger"],
    state: logState(row),
    reason: row.reason,
    attempts_made: row.attempts_made,
    max_attempts: row.trigger === "test" ? 1 : maxAttempts,
    next_attempt_at: isoTimeOrNull(row.next_attempt_at),
    created_at: isoTime(row.created_at),
    finished_at: isoTimeOrNull(row.finished_at),
    pruned_at: isoTimeOrNull(row.pruned_at),
    request,
    attempts: attempts.map(({ smtp_status: _, ...attempt }) => ({
      ...attempt,
      started_at: isoTime(attempt.started_at),
      next_attempt_at: isoTimeOrNull(attempt.next_attempt_at),
    })),
  };
}
