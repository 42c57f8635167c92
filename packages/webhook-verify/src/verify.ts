/** Verifies the signature of a webhook's body by node:crypto, synchronously. */
import { isSameDigest } from "./hmac/constant-time.ts";
import { textHmacHex } from "./hmac/node-hmac.ts";
import { readRawBody } from "./body/raw-body.ts";
import type { RawBody } from "./body/raw-body.ts";
import { isUsableSecret, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";

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
    return false; // an argument that throws when it is read, such as a Proxy
  }
}
