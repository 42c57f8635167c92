/** Validates the arguments of the sign functions. Invalid input is a bug of the caller, so it throws a TypeError. */
import { readRawBody } from "./body/raw-body.ts";
import type { RawBody, SignableBody } from "./body/raw-body.ts";
import { isDecodable, isUsableSecret } from "./secret.ts";
import { isStandardId, readTimestamp } from "./standard-signature.ts";
import type { StandardMessage } from "./standard-signature.ts";

/** @throws TypeError if the body is not raw or the secret is blank. */
export function requireSignable(body: RawBody, secret: string): SignableBody {
  const signable = readRawBody(body);
  if (signable === undefined) {
    throw new TypeError("The body to sign is not raw. Pass a string, Uint8Array or ArrayBuffer.");
  }
  if (!isUsableSecret(secret)) {
    throw new TypeError("The signing secret is blank. Pass the whole text of the secret.");
  }
  return signable;
}

/** @throws TypeError also if the id, timestamp or secret is not valid for Standard Webhooks. */
export function requireStandardMessage(
  { id, timestamp, body }: StandardMessage<RawBody>,
  secret: string,
): StandardMessage<SignableBody> {
  const signable = requireSignable(body, secret);
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
  return { id, timestamp, body: signable };
}
