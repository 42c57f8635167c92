/**
 * Whether a submission reached its destinations. The newest delivery to each destination counts, canceled ones only
 * if all were: webhooks and e-mail recipients, not automatic answers, tests, digests or alerts.
 *
 * - `none`: nothing was to be sent.
 * - `waiting`: at least one delivery is queued or being sent, for the first time or again.
 * - `delivered`: every destination that it was sent to took it.
 * - `partly`: at least one destination took it, and at least one delivery failed for good.
 * - `failed`: no destination took it, and at least one delivery failed for good.
 * - `withheld`: nothing was tried: it was spam or in the trash, or its destinations were disabled or deleted.
 */
export const DELIVERY_STATES = [
  "none",
  "waiting",
  "delivered",
  "partly",
  "failed",
  "withheld",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** As the database computes it: the position in {@link DELIVERY_STATES}. */
export type DeliveryStateCode = 0 | 1 | 2 | 3 | 4 | 5;

export const codeOfDeliveryState = (state: DeliveryState): DeliveryStateCode =>
  DELIVERY_STATES.indexOf(state) as DeliveryStateCode;
