/** Verifies a webhook by Standard Webhooks only, with replay protection, and calls a handler. */
import { requireBody, type RawBody, type SignableBody } from "./body.ts";
import { diagnose } from "./diagnosis.ts";
import { WebhookVerificationError } from "./errors.ts";
import { HEADERS, requireHeaders, type HeaderSource } from "./headers.ts";
import { checkReplay, type ReplayPolicy } from "./replay.ts";
import { findSecret, isUsableSecret, requireSecrets } from "./secret.ts";
import { isStandardSignedBy, readStandardHeaders } from "./standard-signature.ts";
import { describeDelivery, type StandardDelivery, type UnwrapOptions } from "./unwrap.ts";

export interface StandardOptions extends UnwrapOptions, ReplayPolicy {}

/**
 * Verifies webhook-signature and the age of the timestamp, and calls the handler with the delivery. With a
 * `store`, an attempt that was handled is rejected when it is sent again; it is stored only after the
 * handler has succeeded.
 *
 * The handler is an argument so that the delivery cannot be used before it is verified.
 *
 * @returns The result of the handler.
 * @throws WebhookVerificationError if the verification fails, and what the handler throws.
 */
export async function verifyStandard<Result>(
  body: RawBody,
  headers: HeaderSource,
  options: StandardOptions,
  handle: (delivery: StandardDelivery) => Result | Promise<Result>,
): Promise<Result> {
  const delivery = unwrapStandard(body, headers, options);
  const run = await checkReplay(delivery.authenticated, options);
  return run(() => handle(delivery));
}

/** Verifies the signature, not the age of the timestamp. */
function unwrapStandard(
  rawBody: RawBody,
  source: HeaderSource,
  options: UnwrapOptions,
): StandardDelivery {
  const headers = requireHeaders(source);
  const body = requireBody(rawBody);
  const secrets = requireSecrets(options);
  if (!headers.has(HEADERS.standardSignature)) {
    throw new WebhookVerificationError("standard_signature_missing", "missing_header");
  }
  const standard = readStandardHeaders(headers);
  const isSignedBy = (secret: string, signed: SignableBody) =>
    isStandardSignedBy(secret, standard, signed);

  const secretIndex = findSecret(secrets, (secret) => isSignedBy(secret, body));
  if (secretIndex === -1) {
    const mistake = diagnose(body, secrets.filter(isUsableSecret), isSignedBy);
    throw new WebhookVerificationError("standard_signature_mismatch", mistake);
  }
  const authenticated = { webhookId: standard.id, timestamp: standard.timestamp };
  return { ...describeDelivery(secretIndex, body, headers, authenticated), authenticated };
}
