/** A page of a list whose records nobody has read yet. */
import { cutList, type JsonList } from "./json-list.ts";
import { noList } from "./paginate.ts";
import type { ReadAnswer } from "./refusal.ts";
import { noJson } from "./request.ts";
import type { ListMeta } from "./schemas.ts";

export interface JsonPage<Meta = ListMeta> {
  /** Each the JSON of a record in UTF-8, on one line. */
  readonly items: readonly Uint8Array[];
  readonly meta: Meta;
  /**
   * Gives the memory of the items back at once, for walks through many pages: the garbage collector
   * finds it late. They are empty afterwards.
   */
  release(): void;
}

/**
 * The page in an answer whose list is called `name`.
 *
 * @throws UnexpectedAnswerError when the body is no JSON, or no such list.
 */
export function jsonPageOf<Meta>(answer: ReadAnswer, name: string): JsonPage<Meta> {
  const { items, rest } = cut(answer, name) ?? {};
  if (items === undefined) throw noList(answer.status);
  return {
    items,
    meta: (rest as { readonly meta: Meta }).meta,
    release: () => giveBack(answer.bytes),
  };
}

/** Unless it is a part of something greater. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function cut({ status, bytes }: ReadAnswer, name: string): JsonList | undefined {
  try {
    return cutList(bytes, name);
  } catch (cause) {
    throw noJson(status, cause);
  }
}
