/** Tells whether a webhook's body carries a true signature. Synchronous, node:crypto. */
import { isSameDigest } from "./hmac/constant-time.ts";
import { textHmacHex } from "./hmac/node-hmac.ts";
import { readRawBody } from "./body/raw-body.ts";
import type { RawBody } from "./body/raw-body.ts";
import { isUsableSecret, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";

/**
 * Whether `signature` was made over exactly these bytes with one of the secrets.
 *
 * False for everything else, and never an exception: a header that is missing, repeated or outside
 * the grammar `sha256=<64 lower-case hex digits>`, a blank secret, a body that is not raw. Use
 * {@link unwrap} to learn the reason. Every secret is tried even after one has matched, so the time
 * taken does not tell which.
 *
 * @param body The bytes as received; a string is taken as its UTF-8 bytes.
 * @param signature The X-Service-Signature header's value.
 * @param secret The signing secret's whole text, `whsec_` included; several while rotating.
 */
export function verify(
  body: RawBody,
  signature: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
): boolean {
  try {
    const header = readSignatureHeader(signature);
    const signable = readRawBody(body);
    if (header.kind !== "well_formed" || signable === undefined) return false;
    let isVerified = false;
    for (const candidate of listSecrets(secret)) {
      if (!isUsableSecret(candidate)) continue;
      const isMatch = isSameDigest(header.hex, textHmacHex(candidate, signable));
      isVerified = isMatch || isVerified;
    }
    return isVerified;
  } catch {
    return false; // an object that throws when it is read; it is no signed body
  }
}
