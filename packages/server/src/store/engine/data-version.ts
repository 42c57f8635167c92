/** Tells whether another connection has committed since the last call. */
import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./schema.ts";

/**
 * Returns a number that every commit of another connection changes; `undefined` on PostgreSQL.
 * https://www.sqlite.org/pragma.html#pragma_data_version
 */
export async function dataVersion(db: Db): Promise<number | undefined> {
  if (isPostgres(db)) return undefined;
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]?.data_version;
}
