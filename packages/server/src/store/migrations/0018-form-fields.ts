/** Adds the field rules of a form. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form add column fields text not null default '[]'
    check (json_valid(fields))`.execute(db);
}
