/** The few true differences between the two databases; everything else is one query for both. */
import {
  type AliasedRawBuilder,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from "kysely";
import { mayHoldHalfPair, wellFormed } from "../../platform/storable-text.ts";
import type { Db } from "./schema.ts";

/** Whether `db` speaks to PostgreSQL; else it is SQLite. */
export function isPostgres<Schema>(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Locks the row that a change is about to be computed from, until its transaction ends. SQLite needs
 * no lock: all of its writes go through one thread. Rows may still be added that refer to it, unless
 * it is to be deleted.
 */
export async function lockRow(
  db: Db,
  table: "submission" | "form" | "project" | "webhook",
  id: number,
  for_: "change" | "deletion" = "change",
): Promise<void> {
  if (!isPostgres(db)) return;
  const row = db.selectFrom(table).select("id").where("id", "=", id);
  await (for_ === "change" ? row.forNoKeyUpdate() : row.forUpdate()).execute();
}

/** Until the transaction ends, nobody else adds to the table or changes it. */
export async function lockTable(db: Db, table: "account" | "encryption_canary"): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
}

/** The first half of the key of every lock that {@link takeTurn} takes. */
const TURN_LOCKS = 1_229_869_642;

/** Whether this process may do a piece of upkeep; until the transaction ends, no other one may. */
export async function takeTurn(db: Db, upkeep: string): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(TURN_LOCKS)}, hashtext(${upkeep})) as is_ours`.execute(
    db,
  );
  return rows[0]?.is_ours === true;
}

/** Whether a text holds another, byte by byte. */
export function holds<Schema>(
  db: Kysely<Schema>,
  column: string,
  part: string,
): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`strpos(${sql.ref(column)}, ${part}) > 0`
    : sql`instr(${sql.ref(column)}, ${part}) > 0`;
}

/**
 * Rows to take for oneself; those that another process is taking at the moment are passed over. Those
 * that something only refers to, as the search's index does while it is written, are not.
 */
export function forTaking<S, T extends keyof S, O>(
  db: Kysely<S>,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> {
  return isPostgres(db) ? query.forNoKeyUpdate().skipLocked() : query;
}

/** Rows to delete; those that anybody holds at the moment, if only to refer to them, are passed over. */
export function forRemoving<S, T extends keyof S, O>(
  db: Kysely<S>,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query;
}

/** Rows that are about to be changed; who changes several locks them in the order of their ids. */
export function forChanging<S, T extends keyof S, O>(
  db: Kysely<S>,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> {
  return isPostgres(db) ? query.forNoKeyUpdate() : query;
}

/** The type of each column of rows that a query is given. */
type Types<Row> = Readonly<Record<keyof Row & string, "bigint" | "text">>;

/** Rows to join with, as one parameter; see {@link given}. */
export function givenRows<S, Row extends object>(
  db: Kysely<S>,
  columns: Types<Row>,
  rows: readonly Row[],
): AliasedRawBuilder<Row, "given"> {
  return given(db, columns, rowsText(db, columns, rows));
}

/** Rows as one parameter: on SQLite lists in the order of `columns`, which it reads faster than names. */
export function rowsText<S, Row extends object>(
  db: Kysely<S>,
  columns: Types<Row>,
  rows: readonly Row[],
): string {
  const names = Object.keys(columns) as (keyof Row)[];
  const written = isPostgres(db) ? rows : rows.map((row) => names.map((name) => row[name]));
  const json = JSON.stringify(written);
  return mayHoldHalfPair(json) ? JSON.stringify(written, wellFormed) : json;
}

/**
 * Rows of a text of {@link rowsText} to join with: however many they are, the statement is the same.
 * SQLite's columns take the type of each value.
 */
export function given<S, Row extends object>(
  db: Kysely<S>,
  columns: Types<Row>,
  json: string,
): AliasedRawBuilder<Row, "given"> {
  if (isPostgres(db)) {
    const typed = Object.entries(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(String(type))}`,
    );
    return sql<Row>`json_to_recordset(cast(${json} as json))`.as<"given">(
      sql`given(${sql.join(typed)})`,
    );
  }
  const values = Object.keys(columns).map(
    (name, place) => sql`value ->> ${sql.lit(place)} as ${sql.ref(name)}`,
  );
  return sql<Row>`(select ${sql.join(values)} from json_each(${json}))`.as("given");
}

/** Whether a column holds one of the ids in a text of {@link idsText}; however many, the statement is the same. */
export function isAmong<Schema>(
  db: Kysely<Schema>,
  column: string,
  ids: string,
): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(cast(${ids} as bigint[]))`
    : sql`${sql.ref(column)} in (select value from json_each(${ids}))`;
}

/** Ids as one parameter. */
export function idsText<Schema>(db: Kysely<Schema>, ids: readonly number[]): string {
  return isPostgres(db) ? `{${ids.join(",")}}` : `[${ids.join(",")}]`;
}

/** 1 where `member` of the JSON object in `column` is true, else 0. */
export function memberIsTrue<S>(db: Kysely<S>, column: string, member: string): RawBuilder<0 | 1> {
  return isPostgres(db)
    ? sql`case when (${sql.ref(column)}::jsonb ->> ${sql.lit(member)}) = 'true' then 1 else 0 end`
    : sql`(${sql.ref(column)} ->> ${sql.lit(member)} is 1)`;
}

/** A value in a list of selected columns, where PostgreSQL cannot guess its type. */
export const whole = (value: number | null): RawBuilder<number> => sql`cast(${value} as bigint)`;
export const text = (value: string | null): RawBuilder<string> => sql`cast(${value} as text)`;
export function bytes<Schema>(db: Kysely<Schema>, value: Buffer): RawBuilder<Buffer> {
  return isPostgres(db) ? sql`cast(${value} as bytea)` : sql`cast(${value} as blob)`;
}
