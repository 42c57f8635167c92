/** The rules of Standard Webhooks, where webhook-signature alone decides. https://www.standardwebhooks.com */
import type { Claim, Steps } from "./claim.ts";
import { HEADERS } from "./delivery-headers.ts";
import type { HeaderSource } from "./delivery-headers.ts";
import { refusal, requireBody, requireHeaders, requireSecrets } from "./delivery-input.ts";
import { diagnose } from "./diagnosis.ts";
import type { RawBody, SignableBody } from "./body/raw-body.ts";
import { isUsableSecret, keyBytes } from "./secret.ts";
import { readStandardHeaders } from "./standard-headers.ts";
import type { StandardHeaders } from "./standard-headers.ts";
import { standardParts } from "./standard-signature.ts";
import { describeDelivery } from "./verified-delivery.ts";
import type { StandardDelivery, UnwrapOptions } from "./verified-delivery.ts";

/** Judges the signature; the timestamp's age is judged by whoever has a clock. */
export function* standardSteps(
  rawBody: RawBody,
  source: HeaderSource,
  options: UnwrapOptions,
): Steps<StandardDelivery> {
  const headers = requireHeaders(source);
  const body = requireBody(rawBody);
  const secrets = requireSecrets(options);
  if (!headers.has(HEADERS.standardSignature)) {
    throw refusal("standard_signature_missing", "missing_header");
  }
  const standard = readStandardHeaders(headers);

  const secretIndex = yield* findSecret(body, secrets, standard);
  if (secretIndex === -1) {
    const mistake = yield* diagnose(
      body,
      secrets.filter(isUsableSecret),
      (secret, part) => listClaims(secret, part, standard)[0],
    );
    throw refusal("standard_signature_mismatch", mistake);
  }
  const authenticated = { webhookId: standard.id, timestamp: standard.timestamp };
  return { ...describeDelivery(secretIndex, body, headers, authenticated), authenticated };
}

/** The index of the first secret that fits one of the signatures, or -1. Every pair is tried. */
function* findSecret(
  body: SignableBody,
  secrets: readonly unknown[],
  standard: StandardHeaders,
): Steps<number> {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (!isUsableSecret(secret)) continue;
    for (const claim of listClaims(secret, body, standard)) {
      const isMatch = yield claim;
      if (isMatch && found === -1) found = index;
    }
  }
  return found;
}

/** One claim a signature; none for a secret without a base64 part, which can key none. */
function listClaims(
  secret: string,
  body: SignableBody,
  { signatures, id, timestamp }: StandardHeaders,
): readonly Claim[] {
  const key = { secret, as: "decoded" } as const;
  if (keyBytes(key) === undefined) return [];
  const parts = standardParts({ id, timestamp, body });
  return signatures.map((hex) => ({ key, parts, hex }));
}
