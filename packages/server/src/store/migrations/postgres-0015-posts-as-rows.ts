/** What a post costs: the type in which it comes, what is looked up for it, and where its twins are found. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Posts come as an array of it in binary form: postgres/posted-rows.ts names the same columns in the
  // same order.
  `create type posted_submission as (
    account_id bigint, form_id bigint, email text, fields text,
    spam smallint, spam_reason text, spam_findings text,
    source_url text, source_host text, source_path text, source_fragment text, source_query text,
    ip text, referrer text, user_agent text,
    content_hash bytea, duplicate_window_ms bigint, geocoded text, now bigint
  )`,

  // A foreign key looks each submission up, also those that the same statement has just written: 7 µs of
  // a post. The same by triggers, which leave intake's own rows alone.
  "alter table delivery drop constraint delivery_submission_id_fkey",
  `create function require_submission() returns trigger language plpgsql as $$
  begin
    perform from submission where id = new.submission_id for key share;
    if not found then
      raise foreign_key_violation using message =
        'The submission ' || new.submission_id || ' of a delivery is not there.';
    end if;
    return null;
  end $$`,
  `create trigger delivery_of_submission after insert or update of submission_id on delivery
    for each row when (new."trigger" <> 'intake' and new.submission_id is not null)
    execute function require_submission()`,
  `create function remove_deliveries() returns trigger language plpgsql as $$
  begin
    delete from delivery where submission_id = old.id;
    return null;
  end $$`,
  `create trigger submission_removed after delete on submission
    for each row execute function remove_deliveries()`,

  // A post's form is looked up, and locked, once a batch for its row of submission_count; here it was
  // looked up once a post. The other half of the rule stays: no form goes before its submissions.
  "alter table submission drop constraint submission_form_id_fkey",
  `create function require_emptied_form() returns trigger language plpgsql as $$
  begin
    if exists (select from submission where form_id = old.id) then
      raise foreign_key_violation using message =
        'The form ' || old.id || ' cannot go while it has submissions.';
    end if;
    return null;
  end $$`,
  `create trigger form_emptied after delete on form
    for each row execute function require_emptied_form()`,

  // By the hash alone each post dirtied a page of its own, all over the index, and after a checkpoint
  // such a page is written to the log whole. 2^21 ms are 35 minutes: what is new lies together.
  "drop index submission_content",
  "create index submission_content on submission ((created_at >> 21), content_hash)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
