/** The rules of unwrapping, once for both builds; what a MAC says is asked of whoever runs them. */
import type { Steps } from "./claim.ts";
import { HEADERS } from "./delivery-headers.ts";
import type { DeliveryHeaders, HeaderSource } from "./delivery-headers.ts";
import {
  refusal,
  requireBody,
  requireHeaders,
  requireSecrets,
  requireSignature,
} from "./delivery-input.ts";
import { diagnose } from "./diagnosis.ts";
import type { RawBody, SignableBody } from "./body/raw-body.ts";
import { isUsableSecret, keyBytes } from "./secret.ts";
import { readStandardHeaders } from "./standard-headers.ts";
import { standardParts } from "./standard-signature.ts";
import { describeDelivery } from "./verified-delivery.ts";
import type { AuthenticatedHeaders, UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";

export function* unwrapSteps(
  rawBody: RawBody,
  source: HeaderSource,
  options: UnwrapOptions,
): Steps<VerifiedDelivery> {
  const headers = requireHeaders(source);
  const body = requireBody(rawBody);
  const secrets = requireSecrets(options);
  const hex = requireSignature(headers);

  const secretIndex = yield* findSecret(body, secrets, hex);
  const secret = secrets[secretIndex];
  if (!isUsableSecret(secret)) {
    const mistake = yield* diagnose(body, secrets.filter(isUsableSecret), (key, part) =>
      textClaim(key, part, hex),
    );
    throw refusal("signature_mismatch", mistake);
  }
  const authenticated = yield* checkStandard(headers, body, secret);
  return describeDelivery(secretIndex, body, headers, authenticated);
}

/** The index of the first secret that fits, or -1. Every one is tried, so the time taken does not tell which. */
function* findSecret(body: SignableBody, secrets: readonly unknown[], hex: string): Steps<number> {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (!isUsableSecret(secret)) continue;
    const isMatch = yield textClaim(secret, body, hex);
    if (isMatch && found === -1) found = index;
  }
  return found;
}

const textClaim = (secret: string, body: SignableBody, hex: string) =>
  ({ key: { secret, as: "text" }, parts: [body], hex }) as const;

/** Checks webhook-signature, when there is one, with the secret that fits X-Service-Signature. */
function* checkStandard(
  headers: DeliveryHeaders,
  body: SignableBody,
  secret: string,
): Steps<AuthenticatedHeaders | undefined> {
  const key = { secret, as: "decoded" } as const;
  if (!headers.has(HEADERS.standardSignature) || keyBytes(key) === undefined) return undefined;
  const { signatures, id, timestamp } = readStandardHeaders(headers);
  const parts = standardParts({ id, timestamp, body });
  let isVerified = false;
  for (const hex of signatures) {
    const isMatch = yield { key, parts, hex };
    isVerified = isMatch || isVerified;
  }
  if (!isVerified) throw refusal("standard_signature_mismatch", "damaged_header");
  return { webhookId: id, timestamp };
}
