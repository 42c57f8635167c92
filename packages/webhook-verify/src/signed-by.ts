/** The rules of `verify`, for either HMAC implementation. */
import { readRawBody } from "./body/raw-body.ts";
import type { SignableBody } from "./body/raw-body.ts";
import { isUsableSecret, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";

/**
 * Whether one of the secrets made the signature; false for everything that is invalid. Tries every secret even
 * after a match.
 *
 * @param isMac Whether the secret's text makes this MAC, 64 hex digits, over the body.
 */
export function isSignedBy(
  isMac: (secret: string, body: SignableBody, hex: string) => boolean,
  body: unknown,
  signature: string | readonly string[] | null | undefined,
  secret: unknown,
): boolean {
  try {
    const header = readSignatureHeader(signature);
    const signable = readRawBody(body);
    if (header.kind !== "well_formed" || signable === undefined) return false;
    let isVerified = false;
    for (const candidate of listSecrets(secret)) {
      if (!isUsableSecret(candidate)) continue;
      const isMatch = isMac(candidate, signable, header.hex);
      isVerified = isMatch || isVerified;
    }
    return isVerified;
  } catch {
    return false; // an argument that throws when it is read, such as a Proxy
  }
}
