/** Why a submission is spam, which checks a form wants, and what people taught the classifier. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  "alter table submission add column spam_findings text",
  "alter table form add column spam_checks text not null default '{}'",

  // One row an account. `version` rises with each change, so that a copy in memory knows its age.
  `create table spam_training (
    account_id bigint primary key references account (id),
    spam bigint not null default 0 check (spam >= 0),
    ham bigint not null default 0 check (ham >= 0),
    version bigint not null default 0
  )`,

  `create table spam_word (
    account_id bigint not null references account (id),
    word text collate "C" not null,
    spam bigint not null check (spam >= 0),
    ham bigint not null check (ham >= 0),
    learnt_at bigint not null,
    primary key (account_id, word)
  )`,

  // How a submission was learnt, and from which words: what is needed to undo it.
  `create table spam_lesson (
    submission_id bigint primary key references submission (id) on delete cascade,
    account_id bigint not null references account (id),
    spam smallint not null check (spam in (0, 1)),
    words text not null,
    learnt_at bigint not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
