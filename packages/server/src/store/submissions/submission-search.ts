/**
 * Searches submissions slice by slice. Each slice reads a bounded number of rows, so that a search without
 * hits among a million rows does not block others. api/search-submissions.ts runs the slices.
 */
import { sql } from "kysely";
import { searchText, trigrams } from "../../domain/folded-text.ts";
import type { Fields } from "../../domain/submission.ts";
import type { SubmissionFilter } from "../../domain/submission-filter.ts";
import { givenRows, contains, isPostgres } from "../engine/dialect.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { indexedTo } from "./search-text.ts";
import { type IdRange, idRange } from "../engine/id-order.ts";
import { isInIndexOrder, withRange } from "./row-filter.ts";
import { matching, type SubmissionOrder } from "./submission-list.ts";

/** Rows that a slice looks at. */
const ROWS = 1_000;
/** Ids per slice where no index contains exactly the ids that pass the filter. */
const IDS = 4_000;
/** What is not indexed is read whole, and a submission may be 2 MiB. */
const MAX_READ_AT_ONCE = 25;

export interface Search extends SubmissionFilter {
  readonly order: SubmissionOrder;
  /** Folded, not empty. */
  readonly text: string;
}

/** What a search stands on while it walks; what comes in meanwhile changes nothing about it. */
export interface SearchSnapshot {
  /** Dates as ids. */
  readonly range: IdRange;
  /** Up to this id the index knows every submission. */
  readonly indexed_to: number;
  /** The text can be looked up; else every row is looked at. */
  readonly hasIndex: boolean;
}

export async function takeSearchSnapshot(db: Db, search: Search): Promise<SearchSnapshot> {
  return {
    range: await idRange(db, search),
    indexed_to: await indexedTo(db),
    hasIndex: trigrams(search.text).length > 0 && (await hasTrigrams(db)),
  };
}

/** On PostgreSQL an extension is needed, which not everyone may make. */
export async function hasTrigrams(db: Db): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('search_text_trigrams') is not null as has`.execute(db);
  return rows[0]?.has === true;
}

/** What a slice found, in order; `nextRange` is where to go on, `undefined` at the end. */
export interface SearchSlice {
  readonly ids: readonly number[];
  readonly nextRange: IdRange | undefined;
}

/** The next rows that pass the filter, each looked at. */
export async function searchRows(
  db: Db,
  { range, ...search }: Search & { readonly range: IdRange },
): Promise<SearchSlice> {
  const direction = directionOf(search);
  const slice = isInIndexOrder(search) ? range : await window(db, range, direction);
  if (slice === undefined) return { ids: [], nextRange: undefined };
  const rows = await matching(db, withRange(search, slice), search.order)
    .orderBy("submission.id", direction)
    .limit(isInIndexOrder(search) ? ROWS : IDS)
    .execute();
  const looked = rows.map(({ id }) => id);
  const found = await holding(db, looked, search.text);
  const last = looked.at(-1);
  return {
    ids: looked.filter((id) => found.has(id)),
    nextRange: isInIndexOrder(search)
      ? looked.length === ROWS && last !== undefined
        ? behind(range, last, direction)
        : undefined
      : rest(range, slice, direction),
  };
}

/** The next rows that the index names, of those that pass the filter. */
export async function searchIndex(
  db: Db,
  { range, ...search }: Search & { readonly range: IdRange },
): Promise<SearchSlice> {
  const direction = directionOf(search);
  const named = isPostgres(db)
    ? await namedOnPostgres(db, search, range, direction)
    : await namedOnSqlite(db, search, range, direction);
  const last = named.at(-1);
  if (last === undefined) return { ids: [], nextRange: undefined };
  const rows = await matching(db, withRange(search, {}), search.order)
    .innerJoin("search_text", "search_text.id", "submission.id")
    // A list, not a join: SQLite would walk through the form instead.
    .where("submission.id", "in", named)
    .where(contains(db, "search_text.folded", search.text))
    .orderBy("submission.id", direction)
    .execute();
  return {
    ids: rows.map(({ id }) => id),
    nextRange: named.length === ROWS ? behind(range, last, direction) : undefined,
  };
}

async function namedOnSqlite(
  db: Db,
  { text }: Search,
  { above = 0, below = Number.MAX_SAFE_INTEGER }: IdRange,
  direction: "asc" | "desc",
): Promise<readonly number[]> {
  const asked = trigrams(text)
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(" AND ");
  const rows = await db
    .selectFrom("search_index")
    .select("rowid")
    .where("search_index", sql`match`, asked)
    .where("rowid", ">", above)
    .where("rowid", "<", below)
    .orderBy("rowid", direction)
    .limit(ROWS)
    .execute();
  return rows.map(({ rowid }) => rowid);
}

async function namedOnPostgres(
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
    .limit(ROWS)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of `ids`, those whose values hold the text, whether they are indexed or not. */
async function holding(db: Db, ids: readonly number[], text: string): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const looked = await db
    .selectFrom(givenIds(db, ids))
    .select([
      "given.id",
      // Row by row: joined, PostgreSQL might read the whole table.
      sql<Flag | null>`(select case when ${contains(db, "folded", text)} then 1 else 0 end
        from search_text where search_text.id = given.id)`.as("contains"),
    ])
    .execute();
  const found = new Set(looked.filter((row) => row.contains === 1).map(({ id }) => id));
  const unknown = looked.filter((row) => row.contains === null).map(({ id }) => id);
  for (let at = 0; at < unknown.length; at += MAX_READ_AT_ONCE) {
    const rows = await db
      .selectFrom("submission")
      .select(["id", "fields"])
      .where("id", "in", unknown.slice(at, at + MAX_READ_AT_ONCE))
      .execute();
    for (const { id, fields } of rows) {
      if (searchText(JSON.parse(fields) as Fields).includes(text)) found.add(id);
    }
  }
  return found;
}

/** The next ids of the table, however many of them pass; `undefined` when there is none in the range. */
async function window(
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
    ? { above: Math.max(above, row.id - IDS), below: row.id + 1 }
    : { above: row.id - 1, below: Math.min(below, row.id + IDS) };
}

function rest(range: IdRange, slice: IdRange, direction: "asc" | "desc"): IdRange {
  return direction === "desc"
    ? { ...range, below: (slice.above ?? 0) + 1 }
    : { ...range, above: (slice.below ?? 0) - 1 };
}

function behind(range: IdRange, last: number, direction: "asc" | "desc"): IdRange {
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

/** One page of what a search found, by e-mail address: that order no index contains. */
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
