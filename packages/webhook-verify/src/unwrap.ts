/** Verifies a webhook and hands out what is true of it, or says why not. Synchronous, node:crypto. */
import { settle } from "./claim.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import { holds } from "./hmac/node-hmac.ts";
import type { RawBody } from "./body/raw-body.ts";
import { unwrapSteps } from "./unwrap-steps.ts";
import type { UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";

/**
 * Verifies X-Service-Signature, and webhook-signature too when the request carries one. Headers that
 * no checked signature covers come under `unauthenticated`.
 *
 * @throws WebhookVerificationError with `code`, the HTTP `status` to answer, and a `hint` naming the
 *   likely mistake.
 */
export function unwrap(
  body: RawBody,
  headers: HeaderSource,
  options: UnwrapOptions,
): VerifiedDelivery {
  return settle(unwrapSteps(body, headers, options), holds);
}
