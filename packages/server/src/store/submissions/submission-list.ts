/** Pages of submissions: the filters of a list are answered by an index, in the order of ids. */
import { type OrderByItemBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SubmissionFilter } from "../../domain/submission/submission-filter.ts";
import { compilePerShape } from "../engine/compiled.ts";
import { isPostgres } from "../engine/dialect.ts";
import type { CursorPosition } from "../engine/history.ts";
import { finalPart, type IdRange } from "../engine/id-order.ts";
import type { Db } from "../engine/schema.ts";
import {
  conditionsOf,
  counterConditionsOf,
  flagsOfCounter,
  type FilterShape,
  isInIndexOrder,
  isInUnreadIndex,
  type RowFilter,
  rowFilter,
  shapeOf,
  uncountedConditionsOf,
  withValues,
} from "./row-filter.ts";
import { nonEmptyCounters, firstIdsOfCounters, withClaimStates } from "./submission-counters.ts";
import { getSubmissions, type SubmissionRecord } from "./submissions.ts";

export type SubmissionOrder = "date_desc" | "date_asc" | "email_asc" | "email_desc";

export interface SubmissionPage extends SubmissionFilter, CursorPosition {
  readonly order: SubmissionOrder;
  readonly limit: number;
  readonly offset: number;
}

/** The records of one page, in order. */
export const listSubmissions = async (
  db: Db,
  page: SubmissionPage,
): Promise<readonly SubmissionRecord[]> =>
  getSubmissions(db, { ids: await listSubmissionIds(db, page) });

/** The ids of one page, in order. */
export async function listSubmissionIds(db: Db, page: SubmissionPage): Promise<readonly number[]> {
  const { order, limit, offset } = page;
  const filter = await visibleRange(db, narrow(await rowFilter(db, page), page), order);
  const values = { ...filter, limit, offset, reach: limit + offset };
  const rows = await selectPage(db, { order, filter: shapeOf(filter) }, values);
  return rows.map(({ id }) => id);
}

interface Window {
  readonly limit: number;
  readonly offset: number;
  /** The sum of the two. */
  readonly reach: number;
}

/** What differs between two pages whose queries are different SQL. */
type PageShape = { readonly order: SubmissionOrder; readonly filter: FilterShape };

const selectPage = compilePerShape((db, p: RowFilter & Window, { order, filter }: PageShape) =>
  idsOf(db, withValues(filter, p), order, p),
);

/** The query of one page's ids, for counts and neighbors and for tests that read its plan. */
export const pageOfIds = (
  db: Db,
  filter: RowFilter,
  { order, limit, offset }: Pick<SubmissionPage, "order" | "limit" | "offset">,
) => idsOf(db, filter, order, { limit, offset, reach: limit + offset });

function idsOf(db: Db, filter: RowFilter, order: SubmissionOrder, window: Window) {
  const { reach, limit, offset } = window;
  const [, direction] = ORDER[order];
  const query = idsInOrder(db, filter, order, reach);
  return query.orderBy("submission.id", direction).limit(limit).offset(offset);
}

function idsInOrder(db: Db, filter: RowFilter, order: SubmissionOrder, reach: number) {
  const [column, direction] = ORDER[order];
  if (column === "id") {
    // Without "nulls first" or "nulls last": with it PostgreSQL would not use an index for the order.
    return isInIndexOrder(filter) ? matching(db, filter) : acrossCounters(db, filter, order, reach);
  }
  return matching(db, filter).orderBy(column, withNullsLow(direction));
}

/** Puts nulls before all values on PostgreSQL too, and after them in the opposite direction. */
export const withNullsLow = (direction: "asc" | "desc") => (by: OrderByItemBuilder) =>
  direction === "asc" ? by.asc().nullsFirst() : by.desc().nullsLast();

const ORDER = {
  date_desc: ["id", "desc"],
  date_asc: ["id", "asc"],
  email_asc: ["email", "asc"],
  email_desc: ["email", "desc"],
} as const satisfies Record<SubmissionOrder, readonly ["id" | "email", "asc" | "desc"]>;

/** Newer rows are counted for a submission among as many of the newest ids; further back it would cost a scan. */
const MAX_NEWER = 10_000;

/**
 * The ids before and after `id` in the list, whether or not `id` is in the list itself; `null` at the
 * ends of the list. And how many of the list are newer; `undefined` for an old submission.
 */
export async function findNeighbors(
  db: Db,
  { id: after_id, ...request }: SubmissionFilter & { readonly id: number },
): Promise<{
  readonly newer: number | null;
  readonly older: number | null;
  readonly newerCount: number | undefined;
}> {
  const filter = await rowFilter(db, request);
  const next = async (order: "date_asc" | "date_desc") => {
    const rows = await visibleRange(db, narrow(filter, { order, after_id }), order);
    const found = await pageOfIds(db, rows, { order, limit: 1, offset: 0 }).executeTakeFirst();
    return found?.id ?? null;
  };
  const newest = await db
    .selectFrom("submission")
    .select((row) => row.fn.max("id").as("id"))
    .executeTakeFirst();
  const newerRows = narrow(filter, { order: "date_asc", after_id });
  const first = { order: "date_asc", limit: MAX_NEWER, offset: 0 } as const;
  const counted =
    (newest?.id ?? 0) - after_id > MAX_NEWER
      ? undefined
      : await db
          .selectFrom(pageOfIds(db, newerRows, first).as("newer"))
          .select((row) => row.fn.countAll<number>().as("n"))
          .executeTakeFirst();
  return { newer: await next("date_asc"), older: await next("date_desc"), newerCount: counted?.n };
}

/** Every submission that the filter selects, not yet in any order. */
export const matching = (db: Db, filter: RowFilter) =>
  db
    .selectFrom("submission")
    .select("submission.id")
    .where(sql<SqlBool>`${sql.join(conditionsOf(filter), sql` and `)}`);

/** A reader that goes upward may see a row only once no smaller id can appear any more. */
export const visibleRange = async <Range extends IdRange>(
  db: Db,
  range: Range,
  order: SubmissionOrder,
): Promise<Range> => (order === "date_asc" ? finalPart(db, range) : range);

/**
 * Over several forms or states: takes the first `reach` ids of each counter that is not zero, each by an
 * index, instead of sorting all rows that match.
 */
function acrossCounters(db: Db, filter: RowFilter, order: SubmissionOrder, reach: number) {
  const { account_id, form_id, project_id, member_id, states, delivery_state } = filter;
  const isByRead = delivery_state !== undefined;
  const isUnread = !isByRead && isInUnreadIndex(states);
  const conditions = [
    ...(isByRead ? flagsOfCounter() : counterConditionsOf(states)),
    ...uncountedConditionsOf(filter),
    ...(isUnread ? [sql<SqlBool>`claim_state = counter.claim_state`] : []),
  ];
  const idsOfCounter = (limit: RawBuilder<unknown>) => sql<{ id: number }>`(
    select id from submission where ${sql.join(conditions, sql` and `)}
    order by ${idsBy(order, isByRead)} limit ${limit})`;
  const scope = { account_id, form_id, project_id, member_id };
  const nonEmpty = nonEmptyCounters(db, { ...scope, states, isByRead });
  const counters = isUnread ? withClaimStates(nonEmpty) : nonEmpty;
  const firstIds = idsOfCounter(sql`${reach}`);
  if (form_id !== undefined) return firstIdsOfCounters(db, counters, firstIds);
  // Of many forms, those whose first id comes late have none of the page.
  const nearest = sql<object>`(select * from (
      select counter.*, ${idsOfCounter(sql`1`)} as first from ${counters} as counter) as probed
    where first is not null order by first ${ORDER[order][1] === "asc" ? sql`asc` : sql`desc`}
    limit ${reach})`;
  return firstIdsOfCounters(db, nearest, firstIds);
}

/** The index of delivery states has this order, see `flagsOfCounter`. */
function idsBy(order: SubmissionOrder, isByRead: boolean) {
  const direction = order === "date_asc" ? sql`asc` : sql`desc`;
  return isByRead ? sql`read ${direction}, id ${direction}` : sql`id ${direction}`;
}

/**
 * Counts the rows of a filter by delivery state, at most `limit` for each counter; on PostgreSQL for all together. It
 * reads the index alone on SQLite, since no other columns are needed.
 */
export function countAcrossCounters(db: Db, filter: RowFilter, limit: number) {
  const conditions = [...flagsOfCounter(), ...uncountedConditionsOf(filter)];
  const counters = sql`${nonEmptyCounters(db, { ...filter, isByRead: true })} as counter`;
  const matched = sql`(select 1 as one from submission
    where ${sql.join(conditions, sql` and `)} order by read, id limit ${limit}) as matched`;
  const rows = isPostgres(db)
    ? sql`(select count(*) as n from (select 1 from ${counters}, lateral ${matched} limit ${limit}) as reached)`
    : sql`(select sum((select count(*) from ${matched})) as n from ${counters})`;
  return db
    .selectFrom(sql<{ n: number | null }>`${rows}`.as("counted"))
    .select(sql<number | null>`cast(n as bigint)`.as("n"));
}

/** The part of a range, or of a filter with one, that comes after an id in the order of the list. */
export function narrow<Range extends IdRange>(
  range: Range,
  { order, after_id }: Pick<SubmissionPage, "order" | "after_id">,
): Range {
  if (after_id === undefined) return range;
  return order === "date_asc"
    ? { ...range, above: Math.max(range.above ?? 0, after_id) }
    : { ...range, below: Math.min(range.below ?? after_id, after_id) };
}
