/** Who changed what; and figures that are counted behind intake, so that nobody has to count rows. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Names as they were: an entry outlives what it is about. `times` folds what is tried again and again.
  `create table audit (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    at integer not null,
    actor_kind text not null check (actor_kind in ('session', 'key', 'server')),
    actor text not null,
    ip text,
    action text not null,
    subject_kind text,
    subject_id integer,
    subject text,
    detail text,
    times integer not null default 1 check (times >= 1)
  ) strict`,
  "create index audit_account on audit (account_id, id)",
  "create index audit_actor on audit (account_id, actor, id)",
  "create index audit_action on audit (account_id, action, id)",
  "create index audit_age on audit (at)",

  // What came in on a day, in UTC: the number of days since 1970-01-01.
  `create table submission_day (
    form_id integer not null references form (id) on delete cascade,
    day integer not null,
    account_id integer not null,
    arrived integer not null check (arrived >= 0),
    spam integer not null check (spam between 0 and arrived),
    primary key (form_id, day)
  ) strict, without rowid`,
  "create index submission_day_account on submission_day (account_id, day)",
  // New rows are counted when they are indexed. Those that were indexed before are counted downwards:
  // whatever is below this id is not counted yet.
  `create table day_backfill (
    only_one integer primary key check (only_one = 1),
    below integer not null
  ) strict`,
  `insert into day_backfill (only_one, below)
    select 1, coalesce(max(id), 0) + 1 from search_text`,

  // Bytes and number of an account's files, as differences; upkeep folds them.
  `create table file_total (
    account_id integer not null,
    bytes integer not null,
    files integer not null
  ) strict`,
  "create index file_total_account on file_total (account_id)",
  `insert into file_total (account_id, bytes, files)
    select account_id, sum(file_size), count(*) from attachment group by account_id`,
  `create trigger attachment_totalled after insert on attachment begin
    insert into file_total (account_id, bytes, files) values (new.account_id, new.file_size, 1);
  end`,
  `create trigger attachment_untotalled after delete on attachment begin
    insert into file_total (account_id, bytes, files) values (old.account_id, -old.file_size, -1);
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
