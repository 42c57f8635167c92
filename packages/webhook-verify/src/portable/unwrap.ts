/** Verifies a webhook in JavaScript, synchronously, on every platform, and returns the delivery. */
import type { RawBody } from "../body/raw-body.ts";
import type { HeaderSource } from "../delivery-headers.ts";
import { isValidScriptMac } from "../hmac/script-hmac.ts";
import { runSteps } from "../mac-check.ts";
import { unwrapSteps } from "../unwrap-steps.ts";
import type { UnwrapOptions, VerifiedDelivery } from "../verified-delivery.ts";

/**
 * Verifies X-Service-Signature, and also webhook-signature if the request has one. The same results as under Node;
 * `unwrapAsync` is faster for long bodies.
 *
 * @throws WebhookVerificationError with `code`, the HTTP `status` to answer, and a `hint` for the likely
 *   mistake.
 */
export function unwrap(
  body: RawBody,
  headers: HeaderSource,
  options: UnwrapOptions,
): VerifiedDelivery {
  return runSteps(unwrapSteps(body, headers, options), isValidScriptMac);
}
