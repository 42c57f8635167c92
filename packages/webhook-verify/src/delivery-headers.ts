/** Reads the headers of a delivery from the header types of different frameworks. */

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

export type HeaderName = (typeof HEADERS)[keyof typeof HEADERS];

/** All values of each header; more than one if the header is repeated. An array stays one value. */
export type DeliveryHeaders = ReadonlyMap<HeaderName, readonly unknown[]>;

const NAMES: ReadonlySet<string> = new Set(Object.values(HEADERS));

/** Returns the headers; `undefined` for a source that is not an object or cannot be read. */
export function readDeliveryHeaders(source: unknown): DeliveryHeaders | undefined {
  if (typeof source !== "object" || source === null) return undefined;
  const found = new Map<HeaderName, unknown[]>();
  try {
    for (const [name, value] of listPairs(source)) {
      const lowerCase = String(name).toLowerCase();
      if (!isHeaderName(lowerCase) || value === undefined || value === null) continue;
      found.set(lowerCase, [...(found.get(lowerCase) ?? []), value]);
    }
  } catch {
    return undefined;
  }
  return found;
}

/** The value of a header that occurs exactly once as text, else `undefined`. */
export function onlyValue(headers: DeliveryHeaders, name: HeaderName): string | undefined {
  const values = headers.get(name) ?? [];
  return values.length === 1 && typeof values[0] === "string" ? values[0] : undefined;
}

function listPairs(source: object): Iterable<readonly [unknown, unknown]> {
  return Symbol.iterator in source
    ? (source as Iterable<readonly [unknown, unknown]>)
    : Object.entries(source);
}

function isHeaderName(name: string): name is HeaderName {
  return NAMES.has(name);
}
