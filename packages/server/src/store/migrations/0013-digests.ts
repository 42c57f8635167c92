/** Adds the digests of forms: when the next one is due, and up to which submission the last one went. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table digest (
    form_id integer primary key references form (id) on delete cascade,
    after_id integer not null,
    after_at integer not null,
    planned_at integer not null,
    due_at integer,
    version integer not null default 1
  ) strict`.execute(db);
  await sql`create index digest_due on digest (due_at)`.execute(db);
}
