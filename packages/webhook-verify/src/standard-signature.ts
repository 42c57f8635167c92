/** The Standard Webhooks signature: `v1,<base64>` over `id.timestamp.body`. https://www.standardwebhooks.com */
import { Buffer } from "node:buffer";
import type { SignableBody } from "./body.ts";
import { WebhookVerificationError } from "./errors.ts";
import { HEADERS, onlyValue, type DeliveryHeaders } from "./headers.ts";
import { computeMac, isSameDigest } from "./hmac.ts";
import { isDecodable } from "./secret.ts";

export const STANDARD_PREFIX = "v1,";

/** The message that webhook-signature covers. */
export interface StandardMessage<Body> {
  /** The webhook-id header: visible ASCII without a full stop, at most 256 characters. */
  readonly id: string;
  /** The webhook-timestamp header: whole seconds since the Unix epoch. */
  readonly timestamp: number;
  readonly body: Body;
}

/** The three headers of Standard Webhooks, parsed. */
export interface StandardHeaders {
  /** 64 hex digits each; at least one. */
  readonly signatures: readonly string[];
  readonly id: string;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number;
}

// The last digit of 32 bytes in base64 has two bits that decoders ignore; a digit with one of them
// set would be a second spelling of the same signature.
const SIGNATURE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** A staged rotation needs 2. */
const MAX_SIGNATURES = 8;
const ID = /^[!-\-/-~]{1,256}$/;
const TIMESTAMP = /^(?:0|[1-9][0-9]{0,11})$/;

/** A full stop in the id would make the boundary between id and timestamp ambiguous. */
export const isStandardId = (id: unknown): id is string => typeof id === "string" && ID.test(id);

/** Seconds since the Unix epoch; `undefined` unless the text is a decimal number of at most 12 digits. */
export const readTimestamp = (text: unknown): number | undefined =>
  typeof text === "string" && TIMESTAMP.test(text) ? Number(text) : undefined;

/** The MAC of a message in the given encoding. The secret must have a base64 part. */
export const computeStandardMac = (
  secret: string,
  { id, timestamp, body }: StandardMessage<SignableBody>,
  encoding: "hex" | "base64",
): string => computeMac({ secret, as: "decoded" }, [`${id}.${timestamp}.`, body], encoding);

/** @throws WebhookVerificationError if one of the headers is missing, repeated or malformed. */
export function readStandardHeaders(headers: DeliveryHeaders): StandardHeaders {
  const signatures = readSignatures(onlyValue(headers, HEADERS.standardSignature) ?? "");
  const id = onlyValue(headers, HEADERS.webhookId);
  const timestamp = readTimestamp(onlyValue(headers, HEADERS.timestamp));
  if (signatures === undefined || !isStandardId(id) || timestamp === undefined) {
    throw new WebhookVerificationError("standard_headers_malformed", "damaged_header");
  }
  return { signatures, id, timestamp };
}

/** Whether the secret made one of the signatures; false for a secret without a base64 part. */
export function isStandardSignedBy(
  secret: string,
  { signatures, id, timestamp }: StandardHeaders,
  body: SignableBody,
): boolean {
  if (!isDecodable(secret)) return false;
  const mac = computeStandardMac(secret, { id, timestamp, body }, "hex");
  return signatures.map((signature) => isSameDigest(signature, mac)).includes(true);
}

/** The v1 signatures of a webhook-signature header, in hex; `undefined` for none, more than 8, or a malformed one. */
function readSignatures(header: string): readonly string[] | undefined {
  const v1 = header.split(" ").filter((signature) => signature.startsWith(STANDARD_PREFIX));
  const base64 = v1.map((signature) => signature.slice(STANDARD_PREFIX.length));
  if (base64.length === 0 || base64.length > MAX_SIGNATURES) return undefined;
  if (!base64.every((digits) => SIGNATURE.test(digits))) return undefined;
  return base64.map((digits) => Buffer.from(digits, "base64").toString("hex"));
}
