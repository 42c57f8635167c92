/** Adds the tags of submissions: in the row for lists, and case-folded in a table for searches. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submission add column tags text check (tags is null or json_valid(tags))`.execute(
    db,
  );
  await sql`create table submission_tag (
    account_id integer not null,
    tag text not null,
    submission_id integer not null references submission (id) on delete cascade,
    primary key (account_id, tag, submission_id)
  ) strict, without rowid`.execute(db);
  await sql`create index submission_tag_submission on submission_tag (submission_id)`.execute(db);
  await sql`create trigger submission_tagged after update of tags on submission
    when old.tags is not new.tags begin
      insert into event (account_id, form_id, kind, items, created_at) values (
        old.account_id, old.form_id, 'submission.updated', json_array(old.id),
        cast(unixepoch('subsec') * 1000 as integer)
      );
    end`.execute(db);
}
