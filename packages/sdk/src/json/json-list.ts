/** Splits the JSON of a list into its records, without parsing them. Pure. */
import {
  endOfObject,
  endOfValue,
  OPEN_ARRAY,
  OPEN_OBJECT,
  skipWhitespace,
  valuesOf,
} from "./json-values.ts";
import { isValidUtf8 } from "../http/text.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

export interface JsonList {
  /** JSON in UTF-8, each on one line. */
  readonly items: readonly Uint8Array[];
  /** The rest of the response, with an empty list. */
  readonly rest: unknown;
}

/**
 * Splits the array `name` of an object into its values; `undefined` if there is no such array.
 *
 * @throws SyntaxError for everything that `JSON.parse` rejects.
 */
export function splitList(
  body: Uint8Array,
  name: string,
  isUtf8: (bytes: Uint8Array) => boolean = isValidUtf8,
): JsonList | undefined {
  // invalid UTF-8 becomes U+FFFD, as in text
  const json = isUtf8(body) ? body : encoder.encode(decoder.decode(body));
  const list = findArray(json, name);
  if (list === undefined) return undefined;
  const before = decoder.decode(json.subarray(0, list.start));
  const behind = decoder.decode(json.subarray(list.end));
  const items = list.values.map(([from, to]) => json.subarray(from, to));
  // strings contain them only escaped, so these are whitespace between values
  const hasLines = json.includes(LINE_FEED) || json.includes(CARRIAGE_RETURN);
  return {
    items: hasLines ? items.map(onOneLine) : items,
    rest: JSON.parse(`${before}[]${behind}`),
  };
}

/** If the name occurs several times, the last one counts, as for `JSON.parse`. */
function findArray(json: Uint8Array, wanted: string) {
  const start = skipWhitespace(json, 0);
  let found: (ReturnType<typeof valuesOf> & { readonly start: number }) | undefined;
  const endOfMember = (name: Uint8Array, at: number): number => {
    const isWanted = JSON.parse(decoder.decode(name)) === wanted;
    if (!isWanted || json[at] !== OPEN_ARRAY) {
      if (isWanted) found = undefined;
      return endOfValue(json, at);
    }
    found = { ...valuesOf(json, at), start: at };
    return found.end;
  };
  const end =
    json[start] === OPEN_OBJECT ? endOfObject(json, start, endOfMember) : endOfValue(json, start);
  if (skipWhitespace(json, end) < json.length)
    throw new SyntaxError("There is text after the JSON.");
  return found;
}

function onOneLine(item: Uint8Array): Uint8Array {
  return encoder.encode(JSON.stringify(JSON.parse(decoder.decode(item))));
}
