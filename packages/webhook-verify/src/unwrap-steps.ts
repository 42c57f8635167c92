/** The rules of `unwrap` and `unwrapAsync`. */
import type { VerificationSteps } from "./mac-check.ts";
import { HEADERS } from "./delivery-headers.ts";
import type { DeliveryHeaders, HeaderSource } from "./delivery-headers.ts";
import {
  verificationError,
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
): VerificationSteps<VerifiedDelivery> {
  const headers = requireHeaders(source);
  const body = requireBody(rawBody);
  const secrets = requireSecrets(options);
  const hex = requireSignature(headers);

  const secretIndex = yield* findSecret(body, secrets, hex);
  const secret = secrets[secretIndex];
  if (!isUsableSecret(secret)) {
    const mistake = yield* diagnose(body, secrets.filter(isUsableSecret), (key, part) =>
      textCheck(key, part, hex),
    );
    throw verificationError("signature_mismatch", mistake);
  }
  const authenticated = yield* checkStandard(headers, body, secret);
  return describeDelivery(secretIndex, body, headers, authenticated);
}

/** The index of the first secret that matches, or -1. Tries every secret, so the time does not reveal which. */
function* findSecret(
  body: SignableBody,
  secrets: readonly unknown[],
  hex: string,
): VerificationSteps<number> {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (!isUsableSecret(secret)) continue;
    const isMatch = yield textCheck(secret, body, hex);
    if (isMatch && found === -1) found = index;
  }
  return found;
}

const textCheck = (secret: string, body: SignableBody, hex: string) =>
  ({ key: { secret, as: "text" }, parts: [body], hex }) as const;

/** Verifies webhook-signature, if there is one, with the secret that matched X-Service-Signature. */
function* checkStandard(
  headers: DeliveryHeaders,
  body: SignableBody,
  secret: string,
): VerificationSteps<AuthenticatedHeaders | undefined> {
  const key = { secret, as: "decoded" } as const;
  if (!headers.has(HEADERS.standardSignature) || keyBytes(key) === undefined) return undefined;
  const { signatures, id, timestamp } = readStandardHeaders(headers);
  const parts = standardParts({ id, timestamp, body });
  let isVerified = false;
  for (const hex of signatures) {
    const isMatch = yield { key, parts, hex };
    isVerified = isMatch || isVerified;
  }
  if (!isVerified) throw verificationError("standard_signature_mismatch", "damaged_header");
  return { webhookId: id, timestamp };
}
