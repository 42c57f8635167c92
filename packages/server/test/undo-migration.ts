/** The newest migration taken back, for tests of a database that was there before it. */
import { sql } from "kysely";
import { isPostgres } from "../src/store/dialect.ts";
import type { Db } from "../src/store/schema.ts";

export const NEWEST_MIGRATION = "0013-audit-and-days";

const TABLES = ["audit", "submission_day", "day_backfill", "file_total"];
const TRIGGERS = ["attachment_totalled", "attachment_untotalled"];

/** Undoes what it made, and forgets that it was applied. */
export async function undoNewestMigration(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`drop function total_file cascade`.execute(db);
  else for (const name of TRIGGERS) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  for (const name of TABLES) await db.schema.dropTable(name).execute();
  await db
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom("kysely_migration")
    .where("name", "=", NEWEST_MIGRATION)
    .execute();
}
