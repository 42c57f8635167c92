/** The newest migrations taken back, for tests of a database that was there before them. */
import { sql } from "kysely";
import { isPostgres } from "../src/store/engine/dialect.ts";
import type { Db } from "../src/store/engine/schema.ts";

/** Back to before the figures that are counted behind intake. */
const NEWEST = ["0013-audit-and-days"];
const NEWEST_ON_POSTGRES = [...NEWEST, "0015-posts-as-rows"];

const TABLES = ["audit", "submission_day", "day_backfill", "file_total"];
const TRIGGERS = ["attachment_totalled", "attachment_untotalled"];
const POSTGRES_STATEMENTS = [
  "drop index submission_content",
  "create index submission_content on submission (content_hash)",
  "drop function require_submission, remove_deliveries, require_emptied_form cascade",
  "alter table submission add foreign key (form_id) references form (id)",
  `alter table delivery add foreign key (submission_id) references submission (id)
    on delete cascade`,
  "drop type posted_submission",
  "drop function total_file cascade",
];

/**
 * Undoes what they made, and forgets that they were applied.
 *
 * @returns Their names, in their order.
 */
export async function undoNewestMigrations(db: Db): Promise<readonly string[]> {
  if (isPostgres(db)) {
    for (const statement of POSTGRES_STATEMENTS) await sql.raw(statement).execute(db);
  } else for (const name of TRIGGERS) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  for (const name of TABLES) await db.schema.dropTable(name).execute();
  const names = isPostgres(db) ? NEWEST_ON_POSTGRES : NEWEST;
  await db
    .withTables<{ kysely_migration: { name: string } }>()
    .deleteFrom("kysely_migration")
    .where("name", "in", names)
    .execute();
  return names;
}
