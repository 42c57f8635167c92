/** Why a submission is spam, which checks a form wants, and what people taught the classifier. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  "alter table submission add column spam_findings text",
  "alter table form add column spam_checks text not null default '{}' check (json_valid(spam_checks))",

  // One row an account. `version` rises with each change, so that a copy in memory knows its age.
  `create table spam_training (
    account_id integer primary key references account (id),
    spam integer not null default 0 check (spam >= 0),
    ham integer not null default 0 check (ham >= 0),
    version integer not null default 0
  ) strict`,

  `create table spam_word (
    account_id integer not null references account (id),
    word text not null,
    spam integer not null check (spam >= 0),
    ham integer not null check (ham >= 0),
    learnt_at integer not null,
    primary key (account_id, word)
  ) strict, without rowid`,

  // How a submission was learnt, and from which words: what is needed to undo it.
  `create table spam_lesson (
    submission_id integer primary key references submission (id) on delete cascade,
    account_id integer not null references account (id),
    spam integer not null check (spam in (0, 1)),
    words text not null check (json_valid(words)),
    learnt_at integer not null
  ) strict`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
