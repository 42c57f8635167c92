/** The SQL that differs between SQLite and PostgreSQL; every other query is the same for both. */
import type { AliasedRawBuilder, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import { PostgresAdapter, sql } from "kysely";
import { mayContainSurrogate, wellFormed } from "../../platform/text/safe-text.ts";
import type { Db } from "./schema.ts";

/** Whether `db` is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = <Schema>(db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Locks a row, from which a change is computed, until the transaction ends. SQLite needs no lock: one
 * thread makes all writes. With "change", others may still insert rows that reference it.
 */
export async function lockRow(
  db: Db,
  table: "account" | "submission" | "form" | "project" | "webhook" | "undo" | "login",
  id: number,
  for_: "change" | "deletion" = "change",
): Promise<void> {
  if (!isPostgres(db)) return;
  const row = db.selectFrom(table).select("id").where("id", "=", id);
  await (for_ === "change" ? row.forNoKeyUpdate() : row.forUpdate()).execute();
}

/** Prevents others from writing to the table until the transaction ends. */
export async function lockTable(db: Db, table: "account" | "encryption_canary"): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
}

/** The first half of the key of every lock that {@link tryMaintenanceLock} takes. */
const MAINTENANCE_LOCKS = 1_229_869_642;

/**
 * Tries to lock a maintenance job until the transaction ends. Returns false if another process has the lock;
 * always true on SQLite.
 */
export async function tryMaintenanceLock(db: Db, job: string): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(MAINTENANCE_LOCKS)}, hashtext(${job})) as is_ours`.execute(
    db,
  );
  return rows[0]?.is_ours === true;
}

/** The first half of the key of every lock that {@link lockName} takes. */
const NAME_LOCKS = 1_229_869_645;

/** Locks a name until the transaction ends, and waits for others that have it. SQLite has one writer anyway. */
export async function lockName(db: Db, name: string): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(NAME_LOCKS)}, hashtext(${name}))`.execute(db);
}

/** Whether a text contains another, compared byte by byte. */
export const contains = <Schema>(
  db: Kysely<Schema>,
  column: string,
  part: string,
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`strpos(${sql.ref(column)}, ${part}) > 0`
    : sql`instr(${sql.ref(column)}, ${part}) > 0`;

/**
 * Locks the selected rows for this process and skips rows that another process has locked. Rows that a
 * transaction only references, such as the search index while it is written, are not skipped.
 */
export const forTaking = <S, T extends keyof S, O>(
  db: Kysely<S>,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> => (isPostgres(db) ? query.forNoKeyUpdate().skipLocked() : query);

/** Locks rows for deletion and skips rows that any transaction has locked or references. */
export const forRemoving = <S, T extends keyof S, O>(
  db: Kysely<S>,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> => (isPostgres(db) ? query.forUpdate().skipLocked() : query);

/** Locks rows for a change. To avoid deadlocks, several rows are locked in the order of their ids. */
export const forChanging = <S, T extends keyof S, O>(
  db: Kysely<S>,
  query: SelectQueryBuilder<S, T, O>,
): SelectQueryBuilder<S, T, O> => (isPostgres(db) ? query.forNoKeyUpdate() : query);

/** The SQL type of each column of rows that are passed as one parameter. */
type Types<Row> = Readonly<Record<keyof Row & string, "bigint" | "text">>;

/** Rows to join with, passed as one parameter; see {@link given}. */
export const givenRows = <S, Row extends object>(
  db: Kysely<S>,
  columns: Types<Row>,
  rows: readonly Row[],
): AliasedRawBuilder<Row, "given"> => given(db, columns, rowsText(db, columns, rows));

/** Encodes rows as one parameter. On SQLite as lists in the order of `columns`, which it reads faster than objects. */
export function rowsText<S, Row extends object>(
  db: Kysely<S>,
  columns: Types<Row>,
  rows: readonly Row[],
): string {
  const names = Object.keys(columns) as (keyof Row)[];
  const written = isPostgres(db) ? rows : rows.map((row) => names.map((name) => row[name]));
  const json = JSON.stringify(written);
  return mayContainSurrogate(json) ? JSON.stringify(written, wellFormed) : json;
}

/**
 * A table of the rows in a {@link rowsText}, to join with. The statement does not depend on their number.
 * On SQLite each column has the type of its value.
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

/** Whether a column is one of the ids in an {@link idsText}. The statement does not depend on their number. */
export const isAmong = <Schema>(
  db: Kysely<Schema>,
  column: string,
  ids: string,
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`${sql.ref(column)} = any(cast(${ids} as bigint[]))`
    : sql`${sql.ref(column)} in (select value from json_each(${ids}))`;

export const idsText = <Schema>(db: Kysely<Schema>, ids: readonly number[]): string =>
  isPostgres(db) ? `{${ids.join(",")}}` : `[${ids.join(",")}]`;

/** 1 if a member of the JSON object in `column` is true, otherwise 0. The path leads there from outside in. */
export function memberIsTrue<S>(
  db: Kysely<S>,
  column: string,
  path: readonly string[],
): RawBuilder<0 | 1> {
  const member = memberText(db, column, path);
  return isPostgres(db)
    ? sql`case when ${member} = 'true' then 1 else 0 end`
    : sql`(${member} is 1)`;
}

/** 1 if the JSON object in `column` has the member, otherwise 0. */
export const hasMember = <S>(db: Kysely<S>, column: string, member: string): RawBuilder<0 | 1> =>
  sql`case when ${memberText(db, column, [member])} is null then 0 else 1 end`;

const memberText = <S>(db: Kysely<S>, column: string, path: readonly string[]) =>
  isPostgres(db)
    ? sql`(${sql.ref(column)}::jsonb #>> ${sql.lit(`{${path.join(",")}}`)})`
    : sql`(${sql.ref(column)} ->> ${sql.lit(`$.${path.join(".")}`)})`;

/** Casts for values in a select list, where PostgreSQL cannot infer their type. */
export const whole = (value: number | null): RawBuilder<number> => sql`cast(${value} as bigint)`;
export const text = (value: string | null): RawBuilder<string> => sql`cast(${value} as text)`;
export const bytes = <Schema>(db: Kysely<Schema>, value: Buffer): RawBuilder<Buffer> =>
  isPostgres(db) ? sql`cast(${value} as bytea)` : sql`cast(${value} as blob)`;
