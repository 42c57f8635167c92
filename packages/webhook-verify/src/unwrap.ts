/** Verifies a webhook by node:crypto, synchronously, and returns the delivery. */
import { runSteps } from "./mac-check.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import { isValidMac } from "./hmac/node-hmac.ts";
import type { RawBody } from "./body/raw-body.ts";
import { unwrapSteps } from "./unwrap-steps.ts";
import type { UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";

/**
 * Verifies X-Service-Signature, and also webhook-signature if the request has one. Headers that no verified
 * signature covers are under `unauthenticated`.
 *
 * @throws WebhookVerificationError with `code`, the HTTP `status` to answer, and a `hint` for the likely
 *   mistake.
 */
export function unwrap(
  body: RawBody,
  headers: HeaderSource,
  options: UnwrapOptions,
): VerifiedDelivery {
  return runSteps(unwrapSteps(body, headers, options), isValidMac);
}
