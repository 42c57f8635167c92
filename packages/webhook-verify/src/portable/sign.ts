/** Signs deliveries in JavaScript, synchronously, on every platform. */
import type { RawBody } from "../body/raw-body.ts";
import { base64Of, hexOf } from "../hmac/encodings.ts";
import { scriptHmac } from "../hmac/script-hmac.ts";
import { SIGNATURE_PREFIX } from "../signature-header.ts";
import { requireSignable, requireStandardMessage } from "../signing-input.ts";
import { STANDARD_PREFIX, standardParts } from "../standard-signature.ts";
import type { StandardMessage } from "../standard-signature.ts";

/** The X-Service-Signature of a body. @throws TypeError if the body is not raw or the secret is blank. */
export function sign(body: RawBody, secret: string): string {
  const parts = [requireSignable(body, secret)];
  return SIGNATURE_PREFIX + hexOf(scriptHmac({ secret, as: "text" }, parts));
}

/**
 * The webhook-signature of a message (Standard Webhooks).
 *
 * @throws TypeError if the body, id, timestamp or secret is invalid.
 */
export function signStandard(message: StandardMessage<RawBody>, secret: string): string {
  const parts = standardParts(requireStandardMessage(message, secret));
  return STANDARD_PREFIX + base64Of(scriptHmac({ secret, as: "decoded" }, parts));
}
