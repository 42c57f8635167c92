/** Signs deliveries. Invalid input is a bug of the caller, so it throws a TypeError. */
import { readRawBody, type RawBody, type SignableBody } from "./body.ts";
import { SIGNATURE_PREFIX } from "./headers.ts";
import { computeMac } from "./hmac.ts";
import { isDecodable, isUsableSecret } from "./secret.ts";
import {
  computeStandardMac,
  isStandardId,
  readTimestamp,
  STANDARD_PREFIX,
  type StandardMessage,
} from "./standard-signature.ts";

/**
 * The X-Service-Signature of a body: `sha256=` and the lower-case hex HMAC-SHA256 over its bytes,
 * keyed with the secret's UTF-8 text.
 *
 * @throws TypeError if the body is not raw or the secret is blank.
 */
export function sign(body: RawBody, secret: string): string {
  const parts = [requireSignable(body, secret)];
  return SIGNATURE_PREFIX + computeMac({ secret, as: "text" }, parts, "hex");
}

/**
 * The webhook-signature of a message (Standard Webhooks): `v1,` and the base64 HMAC-SHA256 over
 * `id.timestamp.body`, keyed with the decoded base64 part of a `whsec_` secret.
 *
 * @throws TypeError if the body, id, timestamp or secret is invalid.
 */
export function signStandard(message: StandardMessage<RawBody>, secret: string): string {
  const { id, timestamp } = message;
  const body = requireSignable(message.body, secret);
  if (!isStandardId(id)) {
    throw new TypeError(
      "The webhook id cannot be signed. Use 1 to 256 visible ASCII characters without a full stop.",
    );
  }
  if (readTimestamp(String(timestamp)) === undefined) {
    throw new TypeError(
      `The timestamp ${String(timestamp)} cannot be signed. Pass whole seconds since the Unix epoch.`,
    );
  }
  if (!isDecodable(secret)) {
    throw new TypeError(
      "The signing secret has no base64 part. Pass a secret of the form whsec_<base64>.",
    );
  }
  return STANDARD_PREFIX + computeStandardMac(secret, { id, timestamp, body }, "base64");
}

function requireSignable(body: RawBody, secret: string): SignableBody {
  const signable = readRawBody(body);
  if (signable === undefined) {
    throw new TypeError("The body to sign is not raw. Pass a string, Uint8Array or ArrayBuffer.");
  }
  if (!isUsableSecret(secret)) {
    throw new TypeError("The signing secret is blank. Pass the whole text of the secret.");
  }
  return signable;
}
