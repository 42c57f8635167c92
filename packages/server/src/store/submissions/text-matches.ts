/** The texts of a search: finds them by the trigram index, or in the rows themselves. */
import { sql, type SqlBool } from "kysely";
import { fold, searchText, trigrams } from "../../domain/folded-text.ts";
import type { FieldTerm, SearchTerms } from "../../domain/submission/search-query.ts";
import { fieldKey } from "../../domain/submission/search-query.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { contains, givenRows, isPostgres } from "../engine/dialect.ts";
import type { Flag, Db } from "../engine/schema.ts";
import type { IdRange } from "../engine/id-order.ts";

/** Submissions without indexed text are read in full in batches of this size, since one may be 2 MiB. */
const READ_BATCH = 25;

/** Texts that every match contains; a part of the sender's address is in a field, too. */
const textsOf = ({ contains: texts, from, fields }: SearchTerms) => [
  ...texts,
  ...from.map(fold),
  ...fields.map(({ value }) => value),
];

export const gramsOf = (terms: SearchTerms) => [...new Set(textsOf(terms).flatMap(trigrams))];

export interface IdWindow {
  readonly range: IdRange;
  readonly direction: "asc" | "desc";
  readonly limit: number;
}

/** The next ids that the trigram index returns; more than have the texts. */
export const idsByTrigrams = (
  db: Db,
  terms: SearchTerms,
  window: IdWindow,
): Promise<readonly number[]> =>
  isPostgres(db) ? candidatesOnPostgres(db, terms, window) : candidatesOnSqlite(db, terms, window);

async function candidatesOnSqlite(
  db: Db,
  terms: SearchTerms,
  { range: { above = 0, below = Number.MAX_SAFE_INTEGER }, direction, limit }: IdWindow,
): Promise<readonly number[]> {
  const match = gramsOf(terms)
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(" AND ");
  const rows = await db
    .selectFrom("search_index")
    .select("rowid")
    .where("search_index", sql`match`, match)
    .where("rowid", ">", above)
    .where("rowid", "<", below)
    .orderBy("rowid", direction)
    .limit(limit)
    .execute();
  return rows.map(({ rowid }) => rowid);
}

async function candidatesOnPostgres(
  db: Db,
  terms: SearchTerms,
  { range: { above = 0, below = Number.MAX_SAFE_INTEGER }, direction, limit }: IdWindow,
): Promise<readonly number[]> {
  const patterns = textsOf(terms).map(
    (text) => sql<SqlBool>`folded like ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
  );
  const rows = await db
    .selectFrom("search_text")
    .select("id")
    .where(sql<SqlBool>`${sql.join(patterns, sql` and `)}`)
    .where("id", ">", above)
    .where("id", "<", below)
    .orderBy("id", direction)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the folded values in a column contain the texts of the terms, and none that they must lack. */
export function textCondition(db: Db, column: string, terms: SearchTerms) {
  const conditions = [
    ...textsOf(terms).map((text) => contains(db, column, text)),
    ...terms.lacks.map((text) => sql<SqlBool>`not ${contains(db, column, text)}`),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Those of `ids` whose values contain the texts, indexed or not, and whose fields have theirs. In the same order. */
export const withTexts = async (db: Db, ids: readonly number[], terms: SearchTerms) =>
  withFields(db, await withWords(db, ids, terms), terms);

/** Those of `ids` that have the fields with the values, and none that they must lack. */
export async function withFields(
  db: Db,
  ids: readonly number[],
  { fields: wanted, notFields }: SearchTerms,
): Promise<readonly number[]> {
  if (wanted.length + notFields.length === 0) return ids;
  const found = new Set<number>();
  for await (const { id, fields } of fieldsOf(db, ids)) {
    const text = searchText(fields);
    const has = ({ name, value }: FieldTerm) =>
      text.includes(`${name}:${value}`) ||
      fields.some((field) => fieldKey(field[0]) === name && searchText([field]).includes(value));
    if (wanted.every(has) && !notFields.some(has)) found.add(id);
  }
  return ids.filter((id) => found.has(id));
}

async function withWords(db: Db, ids: readonly number[], terms: SearchTerms) {
  const texts = textsOf(terms);
  if (ids.length === 0 || texts.length + terms.lacks.length === 0) return ids;
  const indexed = await db
    .selectFrom(givenIds(db, ids))
    .select([
      "given.id",
      // A subquery for each row: with a join PostgreSQL may read the whole table.
      sql<Flag | null>`(select case when ${textCondition(db, "folded", terms)} then 1 else 0 end
        from search_text where search_text.id = given.id)`.as("contains"),
    ])
    .execute();
  const found = new Set(indexed.filter((row) => row.contains === 1).map(({ id }) => id));
  const unindexed = indexed.filter((row) => row.contains === null).map(({ id }) => id);
  for await (const { id, fields } of fieldsOf(db, unindexed)) {
    const folded = searchText(fields);
    const isMatch =
      texts.every((text) => folded.includes(text)) &&
      !terms.lacks.some((text) => folded.includes(text));
    if (isMatch) found.add(id);
  }
  return ids.filter((id) => found.has(id));
}

async function* fieldsOf(db: Db, ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += READ_BATCH) {
    const rows = await db
      .selectFrom("submission")
      .select(["id", "fields"])
      .where("id", "in", ids.slice(at, at + READ_BATCH))
      .execute();
    for (const { id, fields } of rows) yield { id, fields: JSON.parse(fields) as Fields };
  }
}

export const givenIds = (db: Db, ids: readonly number[]) =>
  givenRows(
    db,
    { id: "bigint" },
    ids.map((id) => ({ id })),
  );
