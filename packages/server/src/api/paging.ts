/** Pages: by number, or by cursor. */
import type { ListMeta } from "@intray/sdk/schemas";
import { invalid } from "../errors.ts";
import { readCursor, writeCursor } from "./cursor.ts";

export interface PageQuery {
  readonly page?: number;
  readonly per_page: number;
  readonly cursor?: string;
}

/** What a list query of the store takes. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly after_id: number | undefined;
}

/** @param filter What the cursor is bound to. @throws AppError `invalid` for page and cursor together. */
export function pageOf({ page, per_page, cursor }: PageQuery, filter: unknown): Page {
  if (cursor === undefined) {
    return { limit: per_page, offset: ((page ?? 1) - 1) * per_page, after_id: undefined };
  }
  if (page !== undefined)
    throw invalid(
      "page",
      "A list is walked by page or by cursor, not by both. Leave one of them out.",
    );
  return { limit: per_page, offset: 0, after_id: readCursor(filter, cursor) };
}

/** `meta` of a page: its cursor is null where the page is the last one. */
export function metaOf(
  { page, per_page, cursor }: PageQuery,
  filter: unknown,
  {
    count,
    records,
  }: { readonly count: number; readonly records: readonly { readonly id: number }[] },
): ListMeta {
  const last = records.at(-1);
  const isFull = records.length === per_page && last !== undefined;
  const isKnownEnd = cursor === undefined && (page ?? 1) * per_page >= count;
  return {
    count,
    page: page ?? 1,
    per_page,
    next_cursor: isFull && !isKnownEnd ? writeCursor(filter, last.id) : null,
  };
}
