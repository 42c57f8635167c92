/** Whether anything was committed since one looked last. */
import { sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./schema.ts";

/**
 * A number that every commit of another connection changes, or `undefined` where the database has none.
 * https://www.sqlite.org/pragma.html#pragma_data_version
 */
export async function dataVersion(db: Db): Promise<number | undefined> {
  if (isPostgres(db)) return undefined;
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]?.data_version;
}
