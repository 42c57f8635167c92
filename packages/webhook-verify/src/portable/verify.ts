/** Verifies the signature of a webhook's body in JavaScript, synchronously, on every platform. */
import type { RawBody, SignableBody } from "../body/raw-body.ts";
import { isValidScriptMac } from "../hmac/script-hmac.ts";
import { isSignedBy } from "../signed-by.ts";

/**
 * Whether `signature` was made over exactly these bytes with one of the secrets. The same results as under Node;
 * `verifyAsync` is faster for long bodies.
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
  isValidScriptMac({ key: { secret, as: "text" }, parts: [body], hex });
