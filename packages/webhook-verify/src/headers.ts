/** Reads the headers of a delivery from the header types of different frameworks. */
import { WebhookVerificationError, type Mistake, type VerificationErrorCode } from "./errors.ts";

/**
 * A request's headers: a `Headers` object, Node's `request.headers`, a plain object with names in
 * any case, or pairs of name and value.
 */
export type HeaderSource =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export const HEADERS = {
  signature: "x-service-signature",
  standardSignature: "webhook-signature",
  webhookId: "webhook-id",
  timestamp: "webhook-timestamp",
  delivery: "x-service-delivery",
  attempt: "x-service-attempt",
  trigger: "x-service-trigger",
} as const;

type HeaderName = (typeof HEADERS)[keyof typeof HEADERS];

/** All values of each header; more than one if the header is repeated. An array stays one value. */
export type DeliveryHeaders = ReadonlyMap<HeaderName, readonly unknown[]>;

export const SIGNATURE_PREFIX = "sha256=";

/** X-Service-Signature as parsed: its hex digits, or why it is rejected. */
type SignatureHeader = string | readonly [VerificationErrorCode, Mistake];

const NAMES: ReadonlySet<string> = new Set(Object.values(HEADERS));
const GRAMMAR = /^sha256=[0-9a-f]{64}$/;

const MISSING = ["signature_missing", "missing_header"] as const;
const DUPLICATED = ["signature_duplicated", "repeated_header"] as const;
const LISTED = ["signature_malformed", "listed_header"] as const;
const MALFORMED = ["signature_malformed", "damaged_header"] as const;

/** @throws WebhookVerificationError for a source that is not an object or cannot be read. */
export function requireHeaders(source: unknown): DeliveryHeaders {
  const found = new Map<HeaderName, unknown[]>();
  try {
    if (typeof source !== "object" || source === null) throw new TypeError("No headers.");
    for (const [name, value] of listPairs(source)) {
      const lowerCase = String(name).toLowerCase();
      if (!isHeaderName(lowerCase) || value === undefined || value === null) continue;
      found.set(lowerCase, [...(found.get(lowerCase) ?? []), value]);
    }
  } catch {
    throw new WebhookVerificationError("headers_unreadable", "unreadable_headers");
  }
  return found;
}

/** The value of a header that occurs exactly once as text, else `undefined`. */
export function onlyValue(headers: DeliveryHeaders, name: HeaderName): string | undefined {
  const values = headers.get(name) ?? [];
  return values.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
}

/**
 * The hex digits of X-Service-Signature.
 *
 * @throws WebhookVerificationError if the header is missing, repeated or malformed.
 */
export function requireSignature(headers: DeliveryHeaders): string {
  const values = headers.get(HEADERS.signature) ?? [];
  const header = readSignatureHeader(values.length > 1 ? values : values[0]);
  if (typeof header === "string") return header;
  throw new WebhookVerificationError(...header);
}

/**
 * Parses X-Service-Signature (`sha256=` and 64 lower-case hex digits) as a server framework provides it: a
 * string, an array of the values of repeated headers, or undefined. A comma means that repeated headers were
 * joined. An array of one value is rejected too: no server provides a header that occurs once as an array, but
 * parsed JSON or a parsed query does.
 */
export function readSignatureHeader(value: unknown): SignatureHeader {
  if (value === undefined || value === null || value === "") return MISSING;
  if (typeof value === "string") {
    if (GRAMMAR.test(value)) return value.slice(SIGNATURE_PREFIX.length);
    return value.includes(",") ? DUPLICATED : MALFORMED;
  }
  if (!Array.isArray(value)) return MALFORMED;
  if (value.length === 0) return MISSING;
  return value.length > 1 ? DUPLICATED : LISTED;
}

const listPairs = (source: object): Iterable<readonly [unknown, unknown]> =>
  Symbol.iterator in source
    ? (source as Iterable<readonly [unknown, unknown]>)
    : Object.entries(source);

const isHeaderName = (name: string): name is HeaderName => NAMES.has(name);
