/** Verifies the signature of a webhook's body: whether it is valid, without the reason. */
import { readRawBody, type RawBody } from "./body.ts";
import { readSignatureHeader } from "./headers.ts";
import { computeMac, isSameDigest } from "./hmac.ts";
import { findSecret, listSecrets } from "./secret.ts";

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
    const hex = readSignatureHeader(signature);
    const signable = readRawBody(body);
    if (typeof hex !== "string" || signable === undefined) return false;
    const parts = [signable];
    const isSignedBy = (candidate: string) =>
      isSameDigest(hex, computeMac({ secret: candidate, as: "text" }, parts, "hex"));
    return findSecret(listSecrets(secret), isSignedBy) !== -1;
  } catch {
    return false; // an argument that throws when it is read, such as a Proxy
  }
}
