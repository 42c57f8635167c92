/** Adds the digests of forms: when the next one is due, and up to which submission the last one went. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table digest (
    form_id bigint primary key references form (id) on delete cascade,
    after_id bigint not null,
    after_at bigint not null,
    planned_at bigint not null,
    due_at bigint,
    version bigint not null default 1
  )`.execute(db);
  await sql`create index digest_due on digest (due_at)`.execute(db);
}
