/** A page of a list whose records are unparsed JSON. */
import { notListError } from "../paginate.ts";
import type { ReadAnswer } from "../http/error-response.ts";
import { notJsonError } from "../http/request.ts";
import { textOf, isValidUtf8 } from "../http/text.ts";
import type { ListMeta } from "../api-types.ts";
import {
  endOfObject,
  endOfValue,
  OPEN_ARRAY,
  OPEN_OBJECT,
  skipWhitespace,
  valuesOf,
} from "./json-values.ts";

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
  if (meta === undefined) return undefined;
  try {
    return JSON.parse(meta) as object;
  } catch {
    return undefined;
  }
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

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

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

const onOneLine = (item: Uint8Array): Uint8Array =>
  encoder.encode(JSON.stringify(JSON.parse(decoder.decode(item))));
