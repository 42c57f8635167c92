/** Verifies a webhook by WebCrypto, on every platform, and returns the delivery. */
import { runStepsAsync } from "./mac-check.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import type { RawBody } from "./body/raw-body.ts";
import { unwrapSteps } from "./unwrap-steps.ts";
import type { UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";
import { isValidMacAsync } from "./hmac/web-hmac.ts";

/** Like `unwrap`, by WebCrypto. Rejects with a WebhookVerificationError where `unwrap` throws one. */
export async function unwrapAsync(
  body: RawBody,
  headers: HeaderSource,
  options: UnwrapOptions,
): Promise<VerifiedDelivery> {
  return runStepsAsync(unwrapSteps(body, headers, options), isValidMacAsync);
}
