/** Parses the three headers of Standard Webhooks. */
import { HEADERS, onlyValue } from "./delivery-headers.ts";
import type { DeliveryHeaders } from "./delivery-headers.ts";
import { verificationError } from "./delivery-input.ts";
import { isStandardId, readStandardSignatures, readTimestamp } from "./standard-signature.ts";

export interface StandardHeaders {
  /** 64 hex digits each; at least one. */
  readonly signatures: readonly string[];
  readonly id: string;
  readonly timestamp: number;
}

/** @throws WebhookVerificationError if one of them is missing, repeated or malformed. */
export function readStandardHeaders(headers: DeliveryHeaders): StandardHeaders {
  const signatures = readStandardSignatures(onlyValue(headers, HEADERS.standardSignature) ?? "");
  const id = onlyValue(headers, HEADERS.webhookId);
  const timestamp = readTimestamp(onlyValue(headers, HEADERS.timestamp));
  if (signatures === undefined || !isStandardId(id) || timestamp === undefined) {
    throw verificationError("standard_headers_malformed", "damaged_header");
  }
  return { signatures, id, timestamp };
}
