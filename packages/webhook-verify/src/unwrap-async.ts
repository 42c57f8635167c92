/** Verifies a webhook and hands out what is true of it, or says why not, on every platform. */
import { settleAsync } from "./claim.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import type { RawBody } from "./body/raw-body.ts";
import { unwrapSteps } from "./unwrap-steps.ts";
import type { UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";
import { holdsAsync } from "./hmac/web-hmac.ts";

/** As `unwrap`, by WebCrypto: the same rules, rejecting with the same WebhookVerificationError. */
export async function unwrapAsync(
  body: RawBody,
  headers: HeaderSource,
  options: UnwrapOptions,
): Promise<VerifiedDelivery> {
  return settleAsync(unwrapSteps(body, headers, options), holdsAsync);
}
