/**
 * Searches submissions slice by slice. Each slice reads a bounded number of rows, so that a long search does
 * not block other reads. api/submissions/search-submissions.ts iterates over the slices.
 */
import { sql } from "kysely";
import { searchText, trigrams } from "../../domain/folded-text.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import type { SubmissionFilter } from "../../domain/submission/submission-filter.ts";
import { givenRows, contains, isPostgres } from "../engine/dialect.ts";
import type { Flag } from "../engine/column-types.ts";
import { type CursorPosition, requireHistory } from "../engine/history.ts";
import type { Db } from "../engine/schema.ts";
import { indexedTo } from "./search-text.ts";
import { type IdRange, idRange } from "../engine/id-order.ts";
import { isInIndexOrder, withRange } from "./row-filter.ts";
import { matching, type SubmissionOrder, visible } from "./submission-list.ts";

/** Rows that a slice checks. */
const SLICE_ROWS = 1_000;
/** Ids that a slice covers if no index holds exactly the rows that match the filter. */
const SLICE_IDS = 4_000;
/** Submissions without indexed text are read in full in batches of this size, since one may be 2 MiB. */
const READ_BATCH = 25;

export interface Search extends SubmissionFilter {
  readonly order: SubmissionOrder;
  /** Case-folded, not empty. */
  readonly text: string;
}

/** Snapshot taken when a search starts, fixed for all its slices. */
export interface SearchSnapshot {
  /** The filter's dates as ids, without ids below which others may still appear if it goes upward. */
  readonly range: IdRange;
  /** The index has every submission up to this id. */
  readonly indexed_to: number;
  /** The index can answer the text; otherwise every row is checked. */
  readonly hasIndex: boolean;
}

export async function takeSearchSnapshot(
  db: Db,
  search: Search & CursorPosition,
): Promise<SearchSnapshot> {
  await requireHistory(db, "submission", search);
  return {
    range: await visible(db, await idRange(db, search), search.order),
    indexed_to: await indexedTo(db),
    hasIndex: trigrams(search.text).length > 0 && (await hasTrigrams(db)),
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
  const slice = isInIndexOrder(search) ? range : await nextWindow(db, range, direction);
  if (slice === undefined) return { ids: [], nextRange: undefined };
  const rows = await matching(db, withRange(search, slice))
    .orderBy("submission.id", direction)
    .limit(isInIndexOrder(search) ? SLICE_ROWS : SLICE_IDS)
    .execute();
  const checked = rows.map(({ id }) => id);
  const found = await idsWithText(db, checked, search.text);
  const last = checked.at(-1);
  return {
    ids: checked.filter((id) => found.has(id)),
    nextRange: isInIndexOrder(search)
      ? checked.length === SLICE_ROWS && last !== undefined
        ? after(range, last, direction)
        : undefined
      : rest(range, slice, direction),
  };
}

/** Searches the next rows that the trigram index returns, among those that match the filter. */
export async function searchIndex(
  db: Db,
  { range, ...search }: Search & { readonly range: IdRange },
): Promise<SearchSlice> {
  const direction = directionOf(search);
  const candidates = isPostgres(db)
    ? await candidatesOnPostgres(db, search, range, direction)
    : await candidatesOnSqlite(db, search, range, direction);
  const last = candidates.at(-1);
  if (last === undefined) return { ids: [], nextRange: undefined };
  const rows = await matching(db, withRange(search, {}))
    .innerJoin("search_text", "search_text.id", "submission.id")
    // A list, not a join: with a join SQLite would scan the form's submissions.
    .where("submission.id", "in", candidates)
    .where(contains(db, "search_text.folded", search.text))
    .orderBy("submission.id", direction)
    .execute();
  return {
    ids: rows.map(({ id }) => id),
    nextRange: candidates.length === SLICE_ROWS ? after(range, last, direction) : undefined,
  };
}

async function candidatesOnSqlite(
  db: Db,
  { text }: Search,
  { above = 0, below = Number.MAX_SAFE_INTEGER }: IdRange,
  direction: "asc" | "desc",
): Promise<readonly number[]> {
  const match = trigrams(text)
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(" AND ");
  const rows = await db
    .selectFrom("search_index")
    .select("rowid")
    .where("search_index", sql`match`, match)
    .where("rowid", ">", above)
    .where("rowid", "<", below)
    .orderBy("rowid", direction)
    .limit(SLICE_ROWS)
    .execute();
  return rows.map(({ rowid }) => rowid);
}

async function candidatesOnPostgres(
  db: Db,
  { text }: Search,
  { above = 0, below = Number.MAX_SAFE_INTEGER }: IdRange,
  direction: "asc" | "desc",
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("search_text")
    .select("id")
    .where("folded", "like", `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    .where("id", ">", above)
    .where("id", "<", below)
    .orderBy("id", direction)
    .limit(SLICE_ROWS)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of `ids` whose values contain the text, indexed or not. */
async function idsWithText(
  db: Db,
  ids: readonly number[],
  text: string,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const indexed = await db
    .selectFrom(givenIds(db, ids))
    .select([
      "given.id",
      // A subquery for each row: with a join PostgreSQL may read the whole table.
      sql<Flag | null>`(select case when ${contains(db, "folded", text)} then 1 else 0 end
        from search_text where search_text.id = given.id)`.as("contains"),
    ])
    .execute();
  const found = new Set(indexed.filter((row) => row.contains === 1).map(({ id }) => id));
  const unindexed = indexed.filter((row) => row.contains === null).map(({ id }) => id);
  for (let at = 0; at < unindexed.length; at += READ_BATCH) {
    const rows = await db
      .selectFrom("submission")
      .select(["id", "fields"])
      .where("id", "in", unindexed.slice(at, at + READ_BATCH))
      .execute();
    for (const { id, fields } of rows) {
      if (searchText(JSON.parse(fields) as Fields).includes(text)) found.add(id);
    }
  }
  return found;
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

/** The part of a range after a slice of it. */
function rest(range: IdRange, slice: IdRange, direction: "asc" | "desc"): IdRange {
  return direction === "desc"
    ? { ...range, below: (slice.above ?? 0) + 1 }
    : { ...range, above: (slice.below ?? 0) - 1 };
}

/** The part of a range after an id. */
function after(range: IdRange, last: number, direction: "asc" | "desc"): IdRange {
  return direction === "desc" ? { ...range, below: last } : { ...range, above: last };
}

const directionOf = ({ order }: Search) => (order.endsWith("_asc") ? "asc" : "desc");

function givenIds(db: Db, ids: readonly number[]) {
  return givenRows(
    db,
    { id: "bigint" },
    ids.map((id) => ({ id })),
  );
}

/** One page of search results by e-mail address, an order that no index has. */
export async function pageByEmail(
  db: Db,
  {
    ids,
    order,
    limit,
    offset,
  }: {
    readonly ids: readonly number[];
    readonly order: "email_asc" | "email_desc";
    readonly limit: number;
    readonly offset: number;
  },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const direction = order === "email_asc" ? "asc" : "desc";
  const rows = await db
    .selectFrom(givenIds(db, ids))
    .innerJoin("submission", "submission.id", "given.id")
    .select("submission.id")
    .orderBy("submission.email", (by) =>
      direction === "asc" ? by.asc().nullsFirst() : by.desc().nullsLast(),
    )
    .orderBy("submission.id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}
