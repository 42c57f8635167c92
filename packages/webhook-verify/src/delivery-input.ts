/** Validates the arguments of a verification: headers, body, secrets and signature. */
import { HEADERS, readDeliveryHeaders } from "./delivery-headers.ts";
import type { DeliveryHeaders } from "./delivery-headers.ts";
import { WebhookVerificationError } from "./errors.ts";
import { readRawBody } from "./body/raw-body.ts";
import type { SignableBody } from "./body/raw-body.ts";
import { isUsableSecret, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";

export const verificationError = (
  ...reason: ConstructorParameters<typeof WebhookVerificationError>
) => new WebhookVerificationError(...reason);

export function requireHeaders(source: unknown): DeliveryHeaders {
  const headers = readDeliveryHeaders(source);
  if (headers === undefined) throw verificationError("headers_unreadable", "unreadable_headers");
  return headers;
}

export function requireBody(rawBody: unknown): SignableBody {
  const body = readRawBody(rawBody);
  if (body === undefined) throw verificationError("body_not_raw", "parsed_body");
  return body;
}

/** The secrets in the given order, blank ones included, so that an index is valid for the caller's list. */
export function requireSecrets(options: unknown): readonly unknown[] {
  const given = typeof options === "object" && options !== null && "secrets" in options;
  const secrets = given ? listSecrets(options.secrets) : [];
  if (!secrets.some(isUsableSecret)) throw verificationError("secret_blank", "blank_secret");
  return secrets;
}

/** The hex digits of X-Service-Signature. */
export function requireSignature(headers: DeliveryHeaders): string {
  const values = headers.get(HEADERS.signature) ?? [];
  const header = readSignatureHeader(values.length > 1 ? values : values[0]);
  switch (header.kind) {
    case "well_formed":
      return header.hex;
    case "missing":
      throw verificationError("signature_missing", "missing_header");
    case "duplicated":
      throw verificationError("signature_duplicated", "repeated_header");
    case "listed":
      throw verificationError("signature_malformed", "listed_header");
    case "malformed":
      throw verificationError("signature_malformed", "damaged_header");
  }
}
