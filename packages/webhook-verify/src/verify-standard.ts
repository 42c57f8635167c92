/** Verifies a webhook by Standard Webhooks only, with replay protection, and calls a handler. */
import { runStepsAsync } from "./mac-check.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import type { RawBody } from "./body/raw-body.ts";
import { checkReplay } from "./replay.ts";
import type { ReplayPolicy } from "./replay.ts";
import { standardSteps } from "./standard-steps.ts";
import type { StandardDelivery, UnwrapOptions } from "./verified-delivery.ts";
import { isValidMacAsync } from "./hmac/web-hmac.ts";

export interface StandardOptions extends UnwrapOptions, ReplayPolicy {}

/**
 * Verifies webhook-signature and the age of the timestamp, and calls the handler with the delivery. With a
 * `store`, an attempt that was handled is rejected when it is sent again; it is stored only after the
 * handler has succeeded.
 *
 * The handler is an argument so that the delivery cannot be used before it is verified.
 *
 * @returns The result of the handler.
 * @throws WebhookVerificationError if the verification fails, and what the handler throws.
 */
export async function verifyStandard<Result>(
  body: RawBody,
  headers: HeaderSource,
  options: StandardOptions,
  handle: (delivery: StandardDelivery) => Result | Promise<Result>,
): Promise<Result> {
  const delivery = await runStepsAsync(standardSteps(body, headers, options), isValidMacAsync);
  const run = await checkReplay(delivery.authenticated, options);
  return run(() => handle(delivery));
}
