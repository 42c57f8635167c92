/** Verifies a webhook and returns the delivery: its body, and its headers divided by whether a signature covers them. */
import { bodyBytes, requireBody } from "./body.ts";
import type { RawBody, SignableBody } from "./body.ts";
import { diagnose } from "./diagnosis.ts";
import { WebhookVerificationError } from "./errors.ts";
import { HEADERS, onlyValue, requireHeaders, requireSignature } from "./headers.ts";
import type { DeliveryHeaders, HeaderSource } from "./headers.ts";
import { computeMac, isSameDigest } from "./hmac.ts";
import { readSubmission, type DeliveredSubmission } from "./read-submission.ts";
import { findSecret, isDecodable, isUsableSecret, requireSecrets } from "./secret.ts";
import { isStandardSignedBy, readStandardHeaders, readTimestamp } from "./standard-signature.ts";

export interface UnwrapOptions {
  /** The whole text of the signing secret, or a list during a rotation. */
  readonly secrets: string | readonly string[];
}

/** Headers that a verified webhook-signature covers. */
export interface AuthenticatedHeaders {
  /** The same for retries and re-fires of a delivery: detect duplicates by it. */
  readonly webhookId: string;
  /** Time at which this attempt was signed, in seconds since the Unix epoch. */
  readonly timestamp: number;
}

/** Headers that a third party could have changed; `undefined` if missing, repeated or malformed. */
export interface UnauthenticatedHeaders {
  readonly webhookId: string | undefined;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number | undefined;
  readonly delivery: string | undefined;
  /** 1 for the first attempt. */
  readonly attempt: number | undefined;
  readonly trigger: string | undefined;
}

export interface VerifiedDelivery {
  /** Index of the first secret that matches, from 0. */
  readonly secretIndex: number;
  /** The bytes of the body. */
  readonly bytes: () => Uint8Array;
  /** The body decoded as UTF-8, without a leading byte order mark; invalid bytes become U+FFFD. */
  readonly text: () => string;
  /** The body parsed as JSON; validate it before use. Throws SyntaxError if it is not JSON. */
  readonly json: () => unknown;
  /** The submission in a payload of the format json or data_json, with types. Throws TypeError for another payload. */
  readonly submission: () => DeliveredSubmission;
  /** `undefined` if the delivery has no webhook-signature, or the secret has no base64 part to verify it with. */
  readonly authenticated: AuthenticatedHeaders | undefined;
  /** `webhookId` and `timestamp` are `undefined` here if they are authenticated. */
  readonly unauthenticated: UnauthenticatedHeaders;
}

/** A delivery with authenticated id and timestamp. */
export interface StandardDelivery extends VerifiedDelivery {
  readonly authenticated: AuthenticatedHeaders;
}

const ATTEMPT = /^[1-9][0-9]{0,5}$/;

/**
 * Verifies X-Service-Signature, and also webhook-signature if the request has one. Headers that no verified
 * signature covers are under `unauthenticated`.
 *
 * @throws WebhookVerificationError with `code`, the HTTP `status` to answer, and a `hint` for the likely
 *   mistake.
 */
export function unwrap(
  rawBody: RawBody,
  source: HeaderSource,
  options: UnwrapOptions,
): VerifiedDelivery {
  const headers = requireHeaders(source);
  const body = requireBody(rawBody);
  const secrets = requireSecrets(options);
  const hex = requireSignature(headers);
  const isSignedBy = (secret: string, signed: SignableBody) =>
    isSameDigest(hex, computeMac({ secret, as: "text" }, [signed], "hex"));

  const secretIndex = findSecret(secrets, (secret) => isSignedBy(secret, body));
  const secret = secrets[secretIndex];
  if (!isUsableSecret(secret)) {
    const mistake = diagnose(body, secrets.filter(isUsableSecret), isSignedBy);
    throw new WebhookVerificationError("signature_mismatch", mistake);
  }
  return describeDelivery(secretIndex, body, headers, authenticate(headers, body, secret));
}

export function describeDelivery(
  secretIndex: number,
  body: SignableBody,
  headers: DeliveryHeaders,
  authenticated: AuthenticatedHeaders | undefined,
): VerifiedDelivery {
  const bytes = () => bodyBytes(body);
  const text = () => new TextDecoder().decode(bytes());
  const json = (): unknown => JSON.parse(text());
  return {
    secretIndex,
    bytes,
    text,
    json,
    submission: () => readSubmission(json()),
    authenticated,
    unauthenticated: readUnauthenticated(headers, authenticated !== undefined),
  };
}

function readUnauthenticated(
  headers: DeliveryHeaders,
  hasAuthenticated: boolean,
): UnauthenticatedHeaders {
  const attempt = onlyValue(headers, HEADERS.attempt);
  return {
    webhookId: hasAuthenticated ? undefined : onlyValue(headers, HEADERS.webhookId),
    timestamp: hasAuthenticated ? undefined : readTimestamp(onlyValue(headers, HEADERS.timestamp)),
    delivery: onlyValue(headers, HEADERS.delivery),
    attempt: attempt !== undefined && ATTEMPT.test(attempt) ? Number(attempt) : undefined,
    trigger: onlyValue(headers, HEADERS.trigger),
  };
}

/** Verifies webhook-signature, if there is one, with the secret that matched X-Service-Signature. */
function authenticate(
  headers: DeliveryHeaders,
  body: SignableBody,
  secret: string,
): AuthenticatedHeaders | undefined {
  if (!headers.has(HEADERS.standardSignature) || !isDecodable(secret)) return undefined;
  const standard = readStandardHeaders(headers);
  if (!isStandardSignedBy(secret, standard, body)) {
    throw new WebhookVerificationError("standard_signature_mismatch", "damaged_header");
  }
  return { webhookId: standard.id, timestamp: standard.timestamp };
}
