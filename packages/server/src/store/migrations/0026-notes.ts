/** Adds the notes about submissions. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table submission_note (
    id integer primary key autoincrement,
    account_id integer not null,
    submission_id integer not null references submission (id) on delete cascade,
    text text not null,
    author_kind text not null check (author_kind in ('user', 'key')),
    author_id integer,
    author_name text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`.execute(db);
  await sql`create index submission_note_account
    on submission_note (account_id, submission_id, id)`.execute(db);
  await sql`create index submission_note_submission on submission_note (submission_id)`.execute(db);
}
