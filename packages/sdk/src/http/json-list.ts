/** A list's answer taken apart: its records stay the bytes that came. Pure. */
import { isUtf8 } from "node:buffer";
import {
  endOfObject,
  endOfValue,
  OPEN_ARRAY,
  OPEN_OBJECT,
  skipBlanks,
  valuesOf,
} from "./json-values.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

export interface JsonList {
  /** JSON in UTF-8, each on one line. */
  readonly items: readonly Uint8Array[];
  /** All else of the answer; the list itself is empty in it. */
  readonly rest: unknown;
}

/**
 * Cuts the array `name` of an object into its values; `undefined` where there is no such array.
 *
 * @throws SyntaxError for whatever `JSON.parse` would not take.
 */
export function cutList(body: Uint8Array, name: string): JsonList | undefined {
  // what is no UTF-8 becomes U+FFFD, as it does in text
  const json = isUtf8(body) ? body : encoder.encode(decoder.decode(body));
  const list = findArray(json, name);
  if (list === undefined) return undefined;
  const before = decoder.decode(json.subarray(0, list.start));
  const behind = decoder.decode(json.subarray(list.end));
  const items = list.values.map(([from, to]) => json.subarray(from, to));
  // in a string they would be escaped
  const hasLines = json.includes(LINE_FEED) || json.includes(CARRIAGE_RETURN);
  return {
    items: hasLines ? items.map(onOneLine) : items,
    rest: JSON.parse(`${before}[]${behind}`),
  };
}

/** Of several members of that name the last one counts, as for `JSON.parse`. */
function findArray(json: Uint8Array, wanted: string) {
  const start = skipBlanks(json, 0);
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
  if (skipBlanks(json, end) < json.length) throw new SyntaxError("There is more behind the JSON.");
  return found;
}

function onOneLine(item: Uint8Array): Uint8Array {
  return encoder.encode(JSON.stringify(JSON.parse(decoder.decode(item))));
}
