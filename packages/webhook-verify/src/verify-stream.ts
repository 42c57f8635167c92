/** Verifies a body while it is streamed, for bodies that are too long to keep in memory. */
import { Transform } from "node:stream";
import { WebhookVerificationError } from "./errors.ts";
import { HEADERS, requireSignature } from "./headers.ts";
import { isSameDigest, startMac } from "./hmac.ts";
import { isUsableSecret, requireSecrets } from "./secret.ts";

/**
 * A stream that outputs the body unchanged and fails at the end unless the signature matches. Use it with
 * `pipeline`, and discard the output if that rejects: nothing is verified before the end.
 *
 * @param signature The value of the X-Service-Signature header.
 * @param secret The whole text of the signing secret, including `whsec_`, or a list during a rotation.
 * @throws WebhookVerificationError at once if the header is missing, repeated or malformed, or the secret is
 *   blank. The stream fails with one if the signature does not match.
 */
export function verifyStream(
  signature: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
): Transform {
  const hex = requireSignature(new Map([[HEADERS.signature, [signature]]]));
  const macs = requireSecrets({ secrets: secret })
    .filter(isUsableSecret)
    .map((candidate) => startMac({ secret: candidate, as: "text" }));
  return new Transform({
    decodeStrings: true,
    transform: (chunk: Uint8Array, _encoding, done) => {
      for (const mac of macs) mac.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      const isVerified = macs.map((mac) => isSameDigest(hex, mac.digest("hex"))).includes(true);
      done(isVerified ? null : new WebhookVerificationError("signature_mismatch", "wrong_secret"));
    },
  });
}
