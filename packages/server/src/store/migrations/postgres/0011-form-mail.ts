/** Adds the e-mail settings of a form. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table form add column mail text not null default '{}'
    check (mail::jsonb is not null)`.execute(db);
}
