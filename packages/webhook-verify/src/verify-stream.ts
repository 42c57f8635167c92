/** Verifies a body while it streams past, for bodies too long to hold. Synchronous hashing, node:crypto. */
import { createHmac } from "node:crypto";
import { Transform } from "node:stream";
import { isSameDigest } from "./hmac/constant-time.ts";
import { refusal, requireSecrets, requireSignature } from "./delivery-input.ts";
import { HEADERS } from "./delivery-headers.ts";
import { textKey } from "./hmac/node-hmac.ts";
import { isUsableSecret } from "./secret.ts";

/**
 * A stream that passes the body on unchanged and fails at its end unless the signature is true.
 * Use it with `pipeline`, and throw away what was written when that rejects: until the end, nothing
 * is verified.
 *
 * @param signature The X-Service-Signature header's value.
 * @param secret The signing secret's whole text, `whsec_` included; several while rotating.
 * @throws WebhookVerificationError at once for a header that is missing, repeated or malformed, or
 *   without a secret; the stream fails with one when the signature does not fit.
 */
export function verifyStream(
  signature: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
): Transform {
  const values = signature === undefined || signature === null ? [] : [signature].flat();
  const hex = requireSignature(new Map([[HEADERS.signature, values]]));
  const macs = requireSecrets({ secrets: secret })
    .filter(isUsableSecret)
    .map((candidate) => createHmac("sha256", textKey(candidate)));
  return new Transform({
    decodeStrings: true,
    transform: (chunk: Uint8Array, _encoding, done) => {
      for (const mac of macs) mac.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      let isVerified = false;
      for (const mac of macs) isVerified = isSameDigest(hex, mac.digest("hex")) || isVerified;
      done(isVerified ? null : refusal("signature_mismatch", "wrong_secret"));
    },
  });
}
