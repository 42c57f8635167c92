/** Verifies the signature of a webhook's body by node:crypto, synchronously. */
import type { RawBody, SignableBody } from "./body/raw-body.ts";
import { isSameDigest } from "./hmac/constant-time.ts";
import { textHmacHex } from "./hmac/node-hmac.ts";
import { isSignedBy } from "./signed-by.ts";

/**
 * Whether `signature` was made over exactly these bytes with one of the secrets.
 *
 * False in every other case, and never an exception: a header that is missing, repeated or not of the form
 * `sha256=<64 lower-case hex digits>`, a blank secret, a body that is not raw. Use {@link unwrap} to get
 * the reason. Tries every secret even after a match, so the time does not reveal which one matched.
 *
 * @param body The bytes as received; a string is encoded as UTF-8.
 * @param signature The value of the X-Service-Signature header.
 * @param secret The whole text of the signing secret, including `whsec_`, or a list during a rotation.
 */
export function verify(
  body: RawBody,
  signature: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
): boolean {
  return isSignedBy(isTextMac, body, signature, secret);
}

const isTextMac = (secret: string, body: SignableBody, hex: string) =>
  isSameDigest(hex, textHmacHex(secret, body));
