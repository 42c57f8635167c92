/** Runs the cheapest possible query, to check that the database answers. */
import { sql } from "kysely";
import type { Db } from "./schema.ts";

export async function ping(db: Db, _: Record<string, never>): Promise<void> {
  await sql`select 1`.execute(db);
}
