/** Pagination by page number or by cursor. */
import type { ListMeta } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { readCursor, writeCursor } from "./cursor.ts";

export interface PageQuery {
  readonly page?: number | undefined;
  readonly per_page: number;
  readonly cursor?: string | undefined;
}

/** The page that a list query of the store takes. */
export interface Page {
  /** One more than `per_page`: the extra record shows that there is a next page. */
  readonly limit: number;
  readonly offset: number;
  readonly after_id: number | undefined;
}

/**
 * @param filter The list's name and all its filters, which a cursor is bound to.
 * @throws AppError `invalid` for page and cursor together, or a cursor of other filters.
 */
export function pageOf({ page, per_page, cursor }: PageQuery, filter: object): Page {
  const limit = per_page + 1;
  if (cursor === undefined) {
    return { limit, offset: ((page ?? 1) - 1) * per_page, after_id: undefined };
  }
  if (page !== undefined)
    throw invalid("page", "Use page or cursor, not both. Leave one of them out.");
  return { limit, offset: 0, after_id: readCursor(filter, cursor) };
}

/** Cuts what was read with {@link pageOf} to one page. On the last page `next_cursor` is null. */
export function cutPage<Row extends { readonly id: number }>(
  query: PageQuery,
  filter: object,
  { records, count }: { readonly count: number; readonly records: readonly Row[] },
): { readonly records: readonly Row[]; readonly meta: ListMeta } {
  const { meta } = cutIds(query, filter, { count, ids: records.map(({ id }) => id) });
  return { records: records.slice(0, query.per_page), meta };
}

/** The same for a page of ids. */
export function cutIds(
  { page, per_page }: PageQuery,
  filter: object,
  found: { readonly count: number; readonly ids: readonly number[] },
): { readonly ids: readonly number[]; readonly meta: ListMeta } {
  const ids = found.ids.slice(0, per_page);
  const last = ids.at(-1);
  const hasMore = found.ids.length > per_page && last !== undefined;
  return {
    ids,
    meta: {
      count: found.count,
      page: page ?? 1,
      per_page,
      next_cursor: hasMore ? writeCursor(filter, last) : null,
    },
  };
}
