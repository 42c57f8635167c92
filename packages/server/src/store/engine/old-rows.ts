/** Deletes rows by their age, in batches. */
import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db, Schema } from "./schema.ts";

/** At most `limit` rows from before a time. */
export type OldRows = { readonly before: number; readonly limit: number };

/** At most `limit` rows that are too old at `now`. */
export type ExpiredRows = { readonly now: number; readonly limit: number };

/** A table, the column with its key, and the one with the time that decides. */
interface AgedTable<T extends keyof Schema> {
  readonly table: T;
  readonly key: keyof Schema[T] & string;
  readonly time: keyof Schema[T] & string;
}

/**
 * Deletes the oldest rows whose time is `until` or earlier. On PostgreSQL rows that another transaction has locked or
 * references are left for the next batch.
 *
 * @returns How many were deleted; call again while it is `limit`.
 */
export async function deleteOldest<T extends keyof Schema>(
  db: Db,
  { table, key, time }: AgedTable<T>,
  { until, limit }: { readonly until: number; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ key: number | string | Uint8Array }>`
    select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(time)} <= ${until} order by ${sql.ref(time)} limit ${limit}
    ${isPostgres(db) ? sql`for update skip locked` : sql``}`.execute(db);
  if (rows.length === 0) return 0;
  const keys = sql.join(rows.map((row) => row.key));
  await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${keys})`.execute(db);
  return rows.length;
}
