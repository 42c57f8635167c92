/**
 * Searches submissions slice by slice. Each slice reads a bounded number of rows, so that a long search does
 * not block other reads. api/submissions/search-submissions.ts iterates over the slices.
 */
import { sql, type SqlBool } from "kysely";
import type { SearchTerms } from "../../domain/submission/search-query.ts";
import type { SubmissionFilter } from "../../domain/submission/submission-filter.ts";
import { VALUE_FILTER_NAMES } from "../../domain/submission/submission-filter.ts";
import { isPostgres } from "../engine/dialect.ts";
import { type CursorPosition, requireHistory } from "../engine/history.ts";
import type { Db } from "../engine/schema.ts";
import { indexedTo } from "./search-text.ts";
import { type IdRange, idRange } from "../engine/id-order.ts";
import { isInIndexOrder, withRange } from "./row-filter.ts";
import { markedIds, termConditions } from "./search-conditions.ts";
import {
  givenIds,
  gramsOf,
  idsByTrigrams,
  textCondition,
  withFields,
  withTexts,
} from "./text-matches.ts";
import { matching, type SubmissionOrder, visibleRange, withNullsLow } from "./submission-list.ts";

/** Rows that a slice checks. */
const SLICE_ROWS = 1_000;
/** Ids that a slice covers if no index holds exactly the rows that match the filter. */
const SLICE_IDS = 4_000;

export interface Search extends SubmissionFilter {
  readonly order: SubmissionOrder;
  /** Not empty, unless it is for what is snoozed. */
  readonly terms: SearchTerms;
}

/** Snapshot taken when a search starts, fixed for all its slices. */
export type SearchSnapshot = Awaited<ReturnType<typeof takeSearchSnapshot>>;

export async function takeSearchSnapshot(db: Db, search: Search & CursorPosition) {
  await requireHistory(db, "submission", search);
  return {
    /** The filter's dates as ids, without ids below which others may still appear if it goes upward. */
    range: await visibleRange(db, await idRange(db, search), search.order),
    /** The index has every submission up to this id. */
    indexedTo: await indexedTo(db),
    /** The text index can answer the terms; otherwise every row is checked, or the index of marks is read. */
    hasIndex: gramsOf(search.terms).length > 0 && (await hasTrigrams(db)),
  };
}

/** Whether there is a trigram index. On PostgreSQL it needs an extension that the role may not be allowed to create. */
export async function hasTrigrams(db: Db): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('search_text_trigrams') is not null as has`.execute(db);
  return rows[0]?.has === true;
}

/** Matching ids in order; `nextRange` is the rest to search, `undefined` at the end. */
export interface SearchSlice {
  readonly ids: readonly number[];
  readonly nextRange: IdRange | undefined;
}

/** Searches the next rows that match the filter, one by one. */
export async function searchRows(
  db: Db,
  { range, ...search }: Search & { readonly range: IdRange },
): Promise<SearchSlice> {
  const direction = directionOf(search);
  // With other conditions, a limit of rows would not limit how many are checked.
  const isInOrder =
    isInIndexOrder(search) &&
    VALUE_FILTER_NAMES.every((name) => search[name] === undefined) &&
    conditionsIn(db, search).length === 0;
  const slice = isInOrder ? range : await nextWindow(db, range, direction);
  if (slice === undefined) return { ids: [], nextRange: undefined };
  const rows = await matchingTerms(db, search, slice)
    .orderBy("submission.id", direction)
    .limit(isInOrder ? SLICE_ROWS : SLICE_IDS)
    .execute();
  const checked = rows.map(({ id }) => id);
  const last = checked.at(-1);
  return {
    ids: await withTexts(db, checked, search.terms),
    nextRange: isInOrder
      ? checked.length === SLICE_ROWS && last !== undefined
        ? after(range, last, direction)
        : undefined
      : rest(range, slice, direction),
  };
}

/** Searches the next rows with a tag, or with a thing that they must have, by the index of it. */
export async function searchMarks(
  db: Db,
  { range, ...search }: Search & { readonly range: IdRange },
): Promise<SearchSlice> {
  const direction = directionOf(search);
  const { account_id, terms } = search;
  const window = { account_id, range, direction, limit: SLICE_ROWS };
  const candidates = await markedIds(db, search, window);
  const last = candidates.at(-1);
  if (last === undefined) return { ids: [], nextRange: undefined };
  const rows = await matchingTerms(db, search, {})
    .where("submission.id", "in", candidates)
    .orderBy("submission.id", direction)
    .execute();
  const ids = rows.map(({ id }) => id);
  return {
    ids: await withTexts(db, ids, terms),
    nextRange: candidates.length === SLICE_ROWS ? after(range, last, direction) : undefined,
  };
}

const conditionsIn = (db: Db, { terms, account_id }: Search) =>
  termConditions(db, terms, account_id);

/** The rows in a range that fulfill everything but the texts. */
function matchingTerms(db: Db, search: Search, range: IdRange) {
  const rows = matching(db, withRange(search, range));
  const conditions = conditionsIn(db, search);
  return conditions.length === 0
    ? rows
    : rows.where(sql<SqlBool>`${sql.join([...conditions], sql` and `)}`);
}

/** Searches the next rows that the trigram index returns, among those that match the filter. */
export async function searchIndex(
  db: Db,
  { range, ...search }: Search & { readonly range: IdRange },
): Promise<SearchSlice> {
  const direction = directionOf(search);
  const window = { range, direction, limit: SLICE_ROWS };
  const candidates = await idsByTrigrams(db, search.terms, window);
  const last = candidates.at(-1);
  if (last === undefined) return { ids: [], nextRange: undefined };
  const rows = await matchingTerms(db, search, {})
    .innerJoin("search_text", "search_text.id", "submission.id")
    // A list, not a join: with a join SQLite would scan the form's submissions.
    .where("submission.id", "in", candidates)
    .where(textCondition(db, "search_text.folded", search.terms))
    .orderBy("submission.id", direction)
    .execute();
  const ids = rows.map(({ id }) => id);
  return {
    ids: await withFields(db, ids, search.terms),
    nextRange: candidates.length === SLICE_ROWS ? after(range, last, direction) : undefined,
  };
}

/** The next {@link SLICE_IDS} ids, whether they match or not; `undefined` if the range has no submission. */
async function nextWindow(
  db: Db,
  range: IdRange,
  direction: "asc" | "desc",
): Promise<IdRange | undefined> {
  let first = db.selectFrom("submission").select("id").orderBy("id", direction).limit(1);
  if (range.above !== undefined) first = first.where("id", ">", range.above);
  if (range.below !== undefined) first = first.where("id", "<", range.below);
  const row = await first.executeTakeFirst();
  if (row === undefined) return undefined;
  const { above = 0, below = Infinity } = range;
  return direction === "desc"
    ? { above: Math.max(above, row.id - SLICE_IDS), below: row.id + 1 }
    : { above: row.id - 1, below: Math.min(below, row.id + SLICE_IDS) };
}

const rest = (range: IdRange, slice: IdRange, direction: "asc" | "desc"): IdRange =>
  direction === "desc"
    ? { ...range, below: (slice.above ?? 0) + 1 }
    : { ...range, above: (slice.below ?? 0) - 1 };

const after = (range: IdRange, last: number, direction: "asc" | "desc"): IdRange =>
  direction === "desc" ? { ...range, below: last } : { ...range, above: last };

const directionOf = ({ order }: Pick<Search, "order">): "asc" | "desc" =>
  order.endsWith("_asc") ? "asc" : "desc";

interface PageByEmailArgs {
  readonly ids: readonly number[];
  readonly order: "email_asc" | "email_desc";
  readonly limit: number;
  readonly offset: number;
}

/** One page of search results by e-mail address, an order that no index has. */
export async function pageByEmail(
  db: Db,
  { ids, order, limit, offset }: PageByEmailArgs,
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const direction = directionOf({ order });
  const rows = await db
    .selectFrom(givenIds(db, ids))
    .innerJoin("submission", "submission.id", "given.id")
    .select("submission.id")
    .orderBy("submission.email", withNullsLow(direction))
    .orderBy("submission.id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}
