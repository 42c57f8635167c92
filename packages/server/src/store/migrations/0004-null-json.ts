/**
 * Lets JSON columns be null for SQLite before 3.45 too, whose json_valid(null) is 0: the integrity check of
 * such a version, as in Debian 12, called a correct file broken. A CHECK cannot be changed, so each column
 * is replaced by a copy (about 5 s for a million submissions).
 */
import { type Kysely, sql } from "kysely";

const NULLABLE_JSON = [
  ["submission", "geocoded"],
  ["form", "captcha"],
  ["idempotency_key", "result"],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [tableName, columnName] of NULLABLE_JSON) {
    const table = sql.table(tableName);
    const column = sql.ref(columnName);
    const copy = sql.ref(`${columnName}_copy`);
    await sql`alter table ${table} add column ${copy} text
      check (${copy} is null or json_valid(${copy}))`.execute(db);
    await sql`update ${table} set ${copy} = ${column} where ${column} is not null`.execute(db);
    await sql`alter table ${table} drop column ${column}`.execute(db);
    await sql`alter table ${table} rename column ${copy} to ${column}`.execute(db);
  }
}
