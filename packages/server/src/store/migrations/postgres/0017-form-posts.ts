/** Adds the settings of how a form's posts are read and answered. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form add column posts text not null default '{}'
    check (posts::jsonb is not null)`.execute(db);
}
