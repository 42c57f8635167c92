/** Adds the tags of submissions: in the row for lists, and case-folded in a table for searches. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submission add column tags text`.execute(db);
  await sql`create table submission_tag (
    account_id bigint not null,
    tag text collate "C" not null,
    submission_id bigint not null references submission (id) on delete cascade,
    primary key (account_id, tag, submission_id)
  )`.execute(db);
  await sql`create index submission_tag_submission on submission_tag (submission_id)`.execute(db);
  await sql`create trigger submission_tagged after update of tags on submission
    for each row when (old.tags is distinct from new.tags)
    execute function record_submission_event()`.execute(db);
}
