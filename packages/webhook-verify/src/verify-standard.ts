/** Verifies a webhook by Standard Webhooks alone, hands it over once, and keeps replays out. */
import { settleAsync } from "./claim.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import type { RawBody } from "./body/raw-body.ts";
import { admit } from "./replay.ts";
import type { ReplayPolicy } from "./replay.ts";
import { standardSteps } from "./standard-steps.ts";
import type { StandardDelivery, UnwrapOptions } from "./verified-delivery.ts";
import { holdsAsync } from "./hmac/web-hmac.ts";

export interface StandardOptions extends UnwrapOptions, ReplayPolicy {}

/**
 * Checks webhook-signature and the timestamp's age, and calls the handler with the delivery. With a
 * `store`, an attempt that was handled is refused when it is sent again; it is remembered only after
 * the handler has succeeded.
 *
 * The handler is an argument so that nothing can be done with a delivery before it is verified.
 *
 * @returns What the handler gives.
 * @throws WebhookVerificationError for a refusal, and whatever the handler throws.
 */
export async function verifyStandard<Result>(
  body: RawBody,
  headers: HeaderSource,
  options: StandardOptions,
  handle: (delivery: StandardDelivery) => Result | Promise<Result>,
): Promise<Result> {
  const delivery = await settleAsync(standardSteps(body, headers, options), holdsAsync);
  const run = await admit(delivery.authenticated, options);
  return run(() => handle(delivery));
}
