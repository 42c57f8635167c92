/** What happened, for those who follow it. New submissions are not among it: their table says it. */
import { type Kysely, sql } from "kysely";

const note = (kind: string) => `insert into event (account_id, form_id, kind, items, created_at)
    values (old.account_id, old.form_id, '${kind}', json_array(old.id),
      cast(unixepoch('subsec') * 1000 as integer));`;

const STATEMENTS = [
  `create table event (
    id integer primary key autoincrement,
    account_id integer not null,
    form_id integer not null,
    kind text not null
      check (kind in ('submission.updated', 'submission.deleted', 'delivery.updated')),
    items text not null check (json_valid(items)),
    created_at integer not null
  ) strict`,
  // What was forgotten with age, up to and with this one.
  `create table event_horizon (
    only_one integer primary key check (only_one = 1),
    turn integer not null,
    id integer not null
  ) strict`,
  "insert into event_horizon (only_one, turn, id) values (1, 0, 0)",

  `create trigger submission_updated after update of read, spam, trash on submission
    when old.read <> new.read or old.spam <> new.spam or old.trash <> new.trash begin
    ${note("submission.updated")}
  end`,
  `create trigger submission_deleted after delete on submission begin
    ${note("submission.deleted")}
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
