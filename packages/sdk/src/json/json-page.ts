/** A page of a list whose records are unparsed JSON. */
import { notListError } from "../paginate.ts";
import type { ReadAnswer } from "../http/error-response.ts";
import { notJsonError } from "../http/request.ts";
import { textOf, isValidUtf8, parseJson } from "../http/text.ts";
import type { ListMeta } from "../api-types.ts";

/** Where to search for `meta`: the last bytes of the page. */
const MAX_META_BYTES = 2_048;
/**
 * Matches `meta` if it is the last member and contains no objects or arrays. In JSON an unescaped quote
 * before a name and a colon can only start a member name, so the match cannot be inside a string.
 */
const META_LAST = /(?<!\\)"meta":(\{[^{}[\]]*\})\s*\}\s*$/;

export interface JsonPage<Meta = ListMeta> {
  /**
   * The JSON of each record in UTF-8, on one line. Split on first access, so that the next page can be
   * requested before.
   *
   * @throws UnexpectedAnswerError if the response is not JSON, or not such a list.
   */
  readonly items: readonly Uint8Array[];
  readonly meta: Meta;
  /**
   * Releases the memory of the items at once, for programs that read many pages: the garbage collector
   * would release it late. Afterwards the items are missing or empty.
   */
  release(): void;
}

/**
 * Returns the page of a response whose list is called `name`.
 *
 * @param isUtf8 The fastest of the platform.
 *
 * @throws UnexpectedAnswerError if the body is not JSON, or not such a list.
 */
export function jsonPageOf<Meta extends object>(
  answer: ReadAnswer,
  name: string,
  isUtf8?: (bytes: Uint8Array) => boolean,
): JsonPage<Meta> {
  let list: JsonList | undefined;
  const split = () => (list ??= splitPage(answer, name, isUtf8));
  return {
    get items() {
      return split().items;
    },
    meta: (lastMeta(answer.bytes) ?? metaIn(split(), answer.status)) as Meta,
    release() {
      list ??= { items: [], rest: undefined };
      releaseMemory(answer.bytes);
    },
  };
}

/** Finds `meta` without parsing the records; `undefined` if that is not possible. */
function lastMeta(body: Uint8Array): object | undefined {
  const [, meta] = META_LAST.exec(textOf(body.subarray(-MAX_META_BYTES))) ?? [];
  return meta === undefined ? undefined : (parseJson(meta) as object | undefined);
}

function metaIn({ rest }: JsonList, status: number): object {
  if (typeof rest !== "object" || rest === null || !("meta" in rest)) throw notListError(status);
  const { meta } = rest;
  if (typeof meta !== "object" || meta === null) throw notListError(status);
  return meta;
}

function splitPage(
  { status, bytes }: ReadAnswer,
  name: string,
  isUtf8?: (bytes: Uint8Array) => boolean,
): JsonList {
  let list: JsonList | undefined;
  try {
    list = splitList(bytes, name, isUtf8);
  } catch (cause) {
    throw notJsonError(status, cause);
  }
  if (list === undefined) throw notListError(status);
  return list;
}

/** Does nothing if the bytes are a part of a larger buffer. */
function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const WHITESPACE: readonly (number | undefined)[] = [0x20, LINE_FEED, CARRIAGE_RETURN, 0x09];
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const parse = (json: Uint8Array): unknown => JSON.parse(decoder.decode(json));

interface JsonList {
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
  const bounds = findArray(json, name);
  // Values and rest are parsed for their syntax, which the search does not check.
  const before = decoder.decode(json.subarray(0, bounds[0]));
  const behind = decoder.decode(json.subarray((bounds.at(-1) ?? json.length) + 1));
  const rest: unknown = JSON.parse(bounds.length === 0 ? before : `${before}[]${behind}`);
  if (typeof rest !== "object" || rest === null) return undefined;
  // If the name occurs several times, the last one counts, as for `JSON.parse`.
  const isFound = Object.entries(rest).some(([one, value]) => one === name && Array.isArray(value));
  if (!isFound) return undefined;
  // strings contain them only escaped, so these are whitespace between values
  const hasLines = json.includes(LINE_FEED) || json.includes(CARRIAGE_RETURN);
  const values = bounds.slice(1).map((end, index) => trim(json, (bounds[index] ?? 0) + 1, end));
  const isEmpty = values.length === 1 && values[0]?.length === 0;
  const items = (isEmpty ? [] : values).map((item) => {
    const value = parse(item);
    return hasLines ? encoder.encode(JSON.stringify(value)) : item;
  });
  return { items, rest };
}

/** The positions of the brackets of the last array with this name in the object, and of the commas between its values. */
function findArray(json: Uint8Array, wanted: string): readonly number[] {
  let found: readonly number[] = [];
  let open: number[] | undefined;
  let name = json.subarray(0, 0);
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      const end = endOfString(json, at);
      if (depth === 1) name = json.subarray(at, end);
      at = end - 1;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth !== 2) continue;
      const isWanted = byte === OPEN_ARRAY && name.length > 0 && parse(name) === wanted;
      open = isWanted ? [at] : undefined;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth -= 1;
      if (depth === 1 && byte === CLOSE_ARRAY && open !== undefined) found = [...open, at];
    } else if (byte === COMMA && depth === 2) open?.push(at);
  }
  return found;
}

function endOfString(json: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end + 1;
}

function trim(json: Uint8Array, from: number, to: number): Uint8Array {
  let [start, end] = [from, to];
  while (start < end && WHITESPACE.includes(json[start])) start += 1;
  while (end > start && WHITESPACE.includes(json[end - 1])) end -= 1;
  return json.subarray(start, end);
}
