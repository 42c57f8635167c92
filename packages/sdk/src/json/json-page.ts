/** A page of a list whose records are unparsed JSON. */
import { splitList, type JsonList } from "./json-list.ts";
import { notListError } from "../paginate.ts";
import type { ReadAnswer } from "../http/error-response.ts";
import { notJsonError } from "../http/request.ts";
import { textOf } from "../http/text.ts";
import type { ListMeta } from "../schemas.ts";

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
