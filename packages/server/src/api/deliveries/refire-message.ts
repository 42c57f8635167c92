/** The message of an answer to a re-fire. */

/** Both re-fires of submissions say this if nothing was queued. */
export const NOTHING_QUEUED = "The form has no enabled webhook. Nothing was queued.";

/** The same if only webhooks were asked for that have not accepted the submissions. */
export const NOTHING_LEFT =
  "No enabled webhook is left that has not accepted these submissions. Nothing was queued.";

/** The same if none of the webhooks that were named is an enabled one of the form. */
export const NONE_OF_THESE =
  "None of these webhooks is an enabled webhook of the form. Nothing was queued.";

/** @param count At least one. */
export const deliveriesQueued = (count: number): string => `Queued ${nameDeliveries(count)}.`;

export const nameDeliveries = (count: number): string =>
  `${count} ${count === 1 ? "delivery" : "deliveries"}`;
