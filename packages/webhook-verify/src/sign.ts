/** Signs deliveries by node:crypto, synchronously. */
import { hmac, textHmacHex } from "./hmac/node-hmac.ts";
import type { RawBody } from "./body/raw-body.ts";
import { SIGNATURE_PREFIX } from "./signature-header.ts";
import { requireSignable, requireStandardMessage } from "./signing-input.ts";
import { STANDARD_PREFIX, standardParts } from "./standard-signature.ts";
import type { StandardMessage } from "./standard-signature.ts";

/**
 * The X-Service-Signature of a body: `sha256=` and the lower-case hex HMAC-SHA256 over its bytes,
 * keyed with the secret's UTF-8 text.
 *
 * @throws TypeError if the body is not raw or the secret is blank.
 */
export function sign(body: RawBody, secret: string): string {
  return SIGNATURE_PREFIX + textHmacHex(secret, requireSignable(body, secret));
}

/**
 * The webhook-signature of a message (Standard Webhooks): `v1,` and the base64 HMAC-SHA256 over
 * `id.timestamp.body`, keyed with the decoded base64 part of a `whsec_` secret.
 *
 * @throws TypeError if the body, id, timestamp or secret is invalid.
 */
export function signStandard(message: StandardMessage<RawBody>, secret: string): string {
  const parts = standardParts(requireStandardMessage(message, secret));
  return STANDARD_PREFIX + hmac({ secret, as: "decoded" }, parts, "base64");
}
