/** The Standard Webhooks signature: `v1,<base64>` over `id.timestamp.body`. https://www.standardwebhooks.com */
import type { SignableBody } from "./body/raw-body.ts";

export const STANDARD_PREFIX = "v1,";

/** The message that webhook-signature covers. */
export interface StandardMessage<Body> {
  /** The webhook-id header: visible ASCII without a full stop, at most 256 characters. */
  readonly id: string;
  /** The webhook-timestamp header: whole seconds since the Unix epoch. */
  readonly timestamp: number;
  readonly body: Body;
}

// The last digit of 32 bytes in base64 has two bits that decoders ignore; a digit with one of them
// set would be a second spelling of the same signature.
const SIGNATURE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** Limits the CPU time of a request: each signature costs a MAC over the whole body. A staged rotation needs 2. */
const MAX_SIGNATURES = 8;
const ID = /^[!-\-/-~]{1,256}$/;
const TIMESTAMP = /^(?:0|[1-9][0-9]{0,11})$/;

/** A full stop in the id would make the boundary between id and timestamp ambiguous. */
export function isStandardId(id: unknown): id is string {
  return typeof id === "string" && ID.test(id);
}

/** Seconds since the Unix epoch; `undefined` unless the text is a decimal number of at most 12 digits. */
export function readTimestamp(text: unknown): number | undefined {
  return typeof text === "string" && TIMESTAMP.test(text) ? Number(text) : undefined;
}

/** The v1 signatures of a webhook-signature header, in hex; `undefined` for none, more than 8, or a malformed one. */
export function readStandardSignatures(header: string): readonly string[] | undefined {
  const v1 = header.split(" ").filter((signature) => signature.startsWith(STANDARD_PREFIX));
  const base64 = v1.map((signature) => signature.slice(STANDARD_PREFIX.length));
  if (base64.length === 0 || base64.length > MAX_SIGNATURES) return undefined;
  if (!base64.every((digits) => SIGNATURE.test(digits))) return undefined;
  return base64.map(toHex);
}

/** The signed bytes in parts, so that a long body is not copied. */
export function standardParts(message: StandardMessage<SignableBody>): readonly SignableBody[] {
  return [`${message.id}.${message.timestamp}.`, message.body];
}

function toHex(base64: string): string {
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(
    "",
  );
}
