/** Pagination by page number or by cursor. */
import type { ListPage } from "../../store/engine/paging.ts";
import type { ListMeta } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { type Identified, markOf, type RowMark } from "../../domain/uid.ts";
import { readCursor, writeCursor } from "./cursor.ts";

export interface PageQuery {
  readonly page?: number | undefined;
  readonly per_page: number;
  readonly cursor?: string | undefined;
}

interface Listed {
  readonly id: number;
  readonly created_at: number;
  /** In a list that is ordered by rank and then by id. */
  readonly rank?: number;
}

export interface Page {
  /** One more than `per_page`: the extra record shows that there is a next page. */
  readonly limit: number;
  readonly offset: number;
  readonly after_id: number | undefined;
  /** The mark of that row, by which the store notices a cursor of a replaced database. */
  readonly afterMark: RowMark | undefined;
  /** The rank of that row, in a list that is ordered by rank and then by id. */
  readonly afterRank?: number | undefined;
}

/**
 * @param filter The list's name and all its filters, which a cursor is bound to.
 * @throws AppError `invalid` for page and cursor together, or a cursor of other filters.
 */
export function pageOf({ page, per_page, cursor }: PageQuery, filter: object): Page {
  const limit = per_page + 1;
  if (cursor === undefined) {
    return {
      limit,
      offset: ((page ?? 1) - 1) * per_page,
      after_id: undefined,
      afterMark: undefined,
    };
  }
  if (page !== undefined)
    throw invalid("page", "Use page or cursor, not both. Leave one of them out.");
  const { id, mark, rank } = readCursor(filter, cursor);
  return { limit, offset: 0, after_id: id, afterMark: mark, afterRank: rank };
}

/** Cuts what was read with {@link pageOf} to one page. On the last page `next_cursor` is null. */
export function cutPage<Row extends Listed>(
  query: PageQuery,
  filter: object,
  { records, count }: ListPage<Row>,
): { readonly records: readonly Row[]; readonly meta: ListMeta } {
  const shown = records.slice(0, query.per_page);
  const last = shown.at(-1);
  const { meta } = cutIds(query, filter, {
    count,
    ids: records.map(({ id }) => id),
    // Only submissions are marked by their uids.
    last: last === undefined ? undefined : { ...last, uid: null },
  });
  return { records: shown, meta };
}

/** The same for a page of ids. */
export function cutIds(
  { page, per_page }: PageQuery,
  filter: object,
  found: {
    readonly count: number;
    readonly ids: readonly number[];
    /** The last record that the page shows; another than the last id if that was deleted in between. */
    readonly last: (Identified & Listed) | undefined;
  },
): { readonly ids: readonly number[]; readonly meta: ListMeta } {
  const ids = found.ids.slice(0, per_page);
  const lastId = ids.at(-1);
  const { last } = found;
  const isLast = last !== undefined && last.id === lastId;
  const row = isLast ? { mark: markOf(last), rank: last.rank } : { mark: undefined };
  const hasMore = found.ids.length > per_page && lastId !== undefined;
  return {
    ids,
    meta: {
      count: found.count,
      page: page ?? 1,
      per_page,
      next_cursor: hasMore ? writeCursor(filter, { id: lastId, ...row }) : null,
    },
  };
}
