/** Verification by Standard Webhooks: webhook-signature only. https://www.standardwebhooks.com */
import type { MacCheck, VerificationSteps } from "./mac-check.ts";
import { HEADERS } from "./delivery-headers.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import {
  verificationError,
  requireBody,
  requireHeaders,
  requireSecrets,
} from "./delivery-input.ts";
import { diagnose } from "./diagnosis.ts";
import type { RawBody, SignableBody } from "./body/raw-body.ts";
import { isUsableSecret, keyBytes } from "./secret.ts";
import { readStandardHeaders } from "./standard-headers.ts";
import type { StandardHeaders } from "./standard-headers.ts";
import { standardParts } from "./standard-signature.ts";
import { describeDelivery } from "./verified-delivery.ts";
import type { StandardDelivery, UnwrapOptions } from "./verified-delivery.ts";

/** Verifies the signature. The caller checks the age of the timestamp. */
export function* standardSteps(
  rawBody: RawBody,
  source: HeaderSource,
  options: UnwrapOptions,
): VerificationSteps<StandardDelivery> {
  const headers = requireHeaders(source);
  const body = requireBody(rawBody);
  const secrets = requireSecrets(options);
  if (!headers.has(HEADERS.standardSignature)) {
    throw verificationError("standard_signature_missing", "missing_header");
  }
  const standard = readStandardHeaders(headers);

  const secretIndex = yield* findSecret(body, secrets, standard);
  if (secretIndex === -1) {
    const mistake = yield* diagnose(
      body,
      secrets.filter(isUsableSecret),
      (secret, part) => listChecks(secret, part, standard)[0],
    );
    throw verificationError("standard_signature_mismatch", mistake);
  }
  const authenticated = { webhookId: standard.id, timestamp: standard.timestamp };
  return { ...describeDelivery(secretIndex, body, headers, authenticated), authenticated };
}

/** The index of the first secret that matches one of the signatures, or -1. Tries every pair. */
function* findSecret(
  body: SignableBody,
  secrets: readonly unknown[],
  standard: StandardHeaders,
): VerificationSteps<number> {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (!isUsableSecret(secret)) continue;
    for (const check of listChecks(secret, body, standard)) {
      const isMatch = yield check;
      if (isMatch && found === -1) found = index;
    }
  }
  return found;
}

/** One MAC check per signature; none for a secret without a base64 part. */
function listChecks(
  secret: string,
  body: SignableBody,
  { signatures, id, timestamp }: StandardHeaders,
): readonly MacCheck[] {
  const key = { secret, as: "decoded" } as const;
  if (keyBytes(key) === undefined) return [];
  const parts = standardParts({ id, timestamp, body });
  return signatures.map((hex) => ({ key, parts, hex }));
}
