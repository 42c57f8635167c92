/** A page of a list whose records nobody has read yet. */
import { cutList, type JsonList } from "./json-list.ts";
import { noList } from "../paginate.ts";
import type { ReadAnswer } from "./refusal.ts";
import { noJson } from "./request.ts";
import type { ListMeta } from "../schemas.ts";

/** Room for a page's `meta`. */
const TAIL_BYTES = 2_048;
/**
 * `meta` where it stands last and holds nothing that holds something. In JSON an unescaped quote before
 * a name and a colon can only begin a member's name, and what closes behind it is the whole.
 */
const META_LAST = /(?<!\\)"meta":(\{[^{}[\]]*\})\s*\}\s*$/;

export interface JsonPage<Meta = ListMeta> {
  /**
   * Each the JSON of a record in UTF-8, on one line. Cut when they are first looked at, so that the next
   * page can be asked for before.
   *
   * @throws UnexpectedAnswerError when the answer is no JSON, or no such list.
   */
  readonly items: readonly Uint8Array[];
  readonly meta: Meta;
  /**
   * Gives the memory of the items back at once, for walks through many pages: the garbage collector
   * finds it late. There are none, or empty ones, afterwards.
   */
  release(): void;
}

/**
 * The page in an answer whose list is called `name`.
 *
 * @throws UnexpectedAnswerError when the body is no JSON, or no such list.
 */
export function jsonPageOf<Meta extends object>(answer: ReadAnswer, name: string): JsonPage<Meta> {
  let list: JsonList | undefined;
  const cut = () => (list ??= cutOf(answer, name));
  return {
    get items() {
      return cut().items;
    },
    meta: (lastMeta(answer.bytes) ?? metaIn(cut(), answer.status)) as Meta,
    release() {
      list ??= { items: [], rest: undefined };
      giveBack(answer.bytes);
    },
  };
}

/** Found without reading what stands before it; `undefined` where it has to be looked for. */
function lastMeta(body: Buffer): object | undefined {
  const [, meta] = META_LAST.exec(body.subarray(-TAIL_BYTES).toString("utf8")) ?? [];
  if (meta === undefined) return undefined;
  try {
    return JSON.parse(meta) as object;
  } catch {
    return undefined;
  }
}

function metaIn({ rest }: JsonList, status: number): object {
  if (typeof rest !== "object" || rest === null || !("meta" in rest)) throw noList(status);
  const { meta } = rest;
  if (typeof meta !== "object" || meta === null) throw noList(status);
  return meta;
}

function cutOf({ status, bytes }: ReadAnswer, name: string): JsonList {
  let list: JsonList | undefined;
  try {
    list = cutList(bytes, name);
  } catch (cause) {
    throw noJson(status, cause);
  }
  if (list === undefined) throw noList(status);
  return list;
}

/** Unless it is a part of something greater. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
