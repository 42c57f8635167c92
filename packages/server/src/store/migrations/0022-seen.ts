/**
 * Adds when a person first opened a submission, and whether a program works on the queue of a form. A program
 * that works on every form of an account is recorded at the account.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submission add column seen_at integer`.execute(db);
  await sql`alter table form add column queue_consumer text
    check (queue_consumer is null or json_valid(queue_consumer))`.execute(db);
  await sql`alter table account add column queue_consumer text
    check (queue_consumer is null or json_valid(queue_consumer))`.execute(db);
  await sql`alter table form add column opening_marks_read integer not null default 0
    check (opening_marks_read in (0, 1))`.execute(db);
  // The trigger of the flags records the event of a change of both.
  await sql`create trigger submission_seen after update of seen_at on submission
    when old.seen_at is not new.seen_at
      and old.read = new.read and old.spam = new.spam and old.trash = new.trash
    begin
      insert into event (account_id, form_id, kind, items, created_at)
        values (old.account_id, old.form_id, 'submission.updated', json_array(old.id),
          cast(unixepoch('subsec') * 1000 as integer));
    end`.execute(db);
}
