/** The rules of unwrapping, once for both builds; what a MAC says is asked of whoever runs them. */
import type { Steps } from "./claim.ts";
import { HEADERS, onlyValue, readDeliveryHeaders } from "./delivery-headers.ts";
import type { DeliveryHeaders, HeaderSource } from "./delivery-headers.ts";
import { diagnose } from "./diagnosis.ts";
import { WebhookVerificationError } from "./errors.ts";
import { readRawBody } from "./raw-body.ts";
import type { RawBody, SignableBody } from "./raw-body.ts";
import { isUsableSecret, keyBytes, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";
import {
  isStandardId,
  readStandardSignatures,
  readTimestamp,
  standardParts,
} from "./standard-signature.ts";
import { describeDelivery } from "./verified-delivery.ts";
import type { AuthenticatedHeaders, UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";

export function* unwrapSteps(
  rawBody: RawBody,
  source: HeaderSource,
  options: UnwrapOptions,
): Steps<VerifiedDelivery> {
  const headers = readDeliveryHeaders(source);
  if (headers === undefined) throw refusal("headers_unreadable", "unreadable_headers");
  const body = readRawBody(rawBody);
  if (body === undefined) throw refusal("body_not_raw", "parsed_body");
  const secrets = readSecrets(options);
  const hex = requireSignature(headers);

  const secretIndex = yield* findSecret(body, secrets, hex);
  const secret = secrets[secretIndex];
  if (!isUsableSecret(secret)) {
    const mistake = yield* diagnose(body, secrets.filter(isUsableSecret), hex);
    throw refusal("signature_mismatch", mistake);
  }
  const authenticated = yield* checkStandard(headers, body, secret);
  return describeDelivery(secretIndex, body, headers, authenticated);
}

const refusal = (...reason: ConstructorParameters<typeof WebhookVerificationError>) =>
  new WebhookVerificationError(...reason);

/** The secrets in the order given, blank ones still in their places, so that an index means the caller's list. */
function readSecrets(options: unknown): readonly unknown[] {
  const given = typeof options === "object" && options !== null && "secrets" in options;
  const secrets = given ? listSecrets(options.secrets) : [];
  if (!secrets.some(isUsableSecret)) throw refusal("secret_blank", "blank_secret");
  return secrets;
}

function requireSignature(headers: DeliveryHeaders): string {
  const header = readSignatureHeader(headers.get(HEADERS.signature));
  switch (header.kind) {
    case "well_formed":
      return header.hex;
    case "missing":
      throw refusal("signature_missing", "missing_header");
    case "duplicated":
      throw refusal("signature_duplicated", "repeated_header");
    case "malformed":
      throw refusal("signature_malformed", "damaged_header");
  }
}

/** The index of the first secret that fits, or -1. Every one is tried, so the time taken does not tell which. */
function* findSecret(body: SignableBody, secrets: readonly unknown[], hex: string): Steps<number> {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (!isUsableSecret(secret)) continue;
    const isMatch = yield { key: { secret, as: "text" }, parts: [body], hex };
    if (isMatch && found === -1) found = index;
  }
  return found;
}

/** Checks webhook-signature, when there is one, with the secret that fits X-Service-Signature. */
function* checkStandard(
  headers: DeliveryHeaders,
  body: SignableBody,
  secret: string,
): Steps<AuthenticatedHeaders | undefined> {
  const key = { secret, as: "decoded" } as const;
  if (!headers.has(HEADERS.standardSignature) || keyBytes(key) === undefined) return undefined;
  const signatures = readStandardSignatures(onlyValue(headers, HEADERS.standardSignature) ?? "");
  const id = onlyValue(headers, HEADERS.webhookId);
  const timestamp = readTimestamp(onlyValue(headers, HEADERS.timestamp));
  if (signatures === undefined || !isStandardId(id) || timestamp === undefined) {
    throw refusal("standard_headers_malformed", "damaged_header");
  }
  const parts = standardParts({ id, timestamp, body });
  let isVerified = false;
  for (const hex of signatures) {
    const isMatch = yield { key, parts, hex };
    isVerified = isMatch || isVerified;
  }
  if (!isVerified) throw refusal("standard_signature_mismatch", "damaged_header");
  return { webhookId: id, timestamp };
}
