/**
 * How a submission becomes deliveries, as SQL over `webhook` and a submission: to which destinations, at which
 * address. Text, since the statements that store posts are text.
 */
import { DESTINATION_KINDS, type DestinationKind } from "../../domain/delivery/destination.ts";

/** The destinations that take submissions, of the kinds that this server sends. */
export const takesSubmissions = (sendable: readonly DestinationKind[]): string => {
  const kinds = DESTINATION_KINDS.filter((kind) => sendable.includes(kind));
  const names = kinds.map((kind) => `'${kind}'`).join(", ");
  return `webhook.takes_submissions = 1 and webhook.kind in (${names})`;
};

/**
 * The address of the delivery: that of the destination, or for a form's answer that of the submitter.
 *
 * @param email The column with the submitter's address.
 */
export const plannedAddress = (email: string): string =>
  `case when webhook.purpose = 'reply' then webhook.url || ${email} else webhook.url end`;

/** There is such an address. */
export const hasAddress = (email: string): string =>
  `(webhook.purpose <> 'reply' or ${email} is not null)`;

/** Why a delivery to a disabled destination is skipped, as `disabledReason` in domain/delivery/destination.ts says. */
export const SKIPPED_REASON = `case when webhook.kind = 'webhook' then 'webhook_disabled'
  else coalesce(webhook.disabled_reason, 'recipient_disabled') end`;
