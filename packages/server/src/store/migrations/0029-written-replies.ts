/**
 * Adds the replies that people write to submitters, and their templates. SQLite cannot change a CHECK, so the tables
 * of destinations and deliveries are rebuilt, as by 0010 (about 3 s for a million deliveries).
 */
import { type Kysely, sql } from "kysely";
import { DELIVERY, rebuild, WEBHOOK } from "./0010-destinations.ts";

const TRIGGERS = "'test', 'digest', 'alert', 'confirmation'";
const WITH_REPLY = `${TRIGGERS}, 'reply'`;

export const REPLY_TABLES = (id: string, whole: string, end: string): readonly string[] => [
  `create table submission_reply (
    id ${id},
    account_id ${whole} not null,
    submission_id ${whole} not null references submission (id) on delete cascade,
    delivery_id ${whole} not null unique,
    address text not null,
    reply_to text not null,
    subject text not null,
    text text not null,
    message_id text not null,
    author_kind text not null check (author_kind in ('user', 'key')),
    author_id ${whole},
    author_name text not null,
    created_at ${whole} not null
  )${end}`,
  "create index submission_reply_account on submission_reply (account_id, submission_id, id)",
  "create index submission_reply_submission on submission_reply (submission_id)",
  "create index submission_reply_age on submission_reply (account_id, created_at)",
  `create table reply_template (
    id ${id},
    account_id ${whole} not null references account (id),
    form_id ${whole} references form (id) on delete cascade,
    name text not null,
    body text not null,
    created_at ${whole} not null,
    updated_at ${whole} not null
  )${end}`,
  "create index reply_template_account on reply_template (account_id, id)",
  "create index reply_template_form on reply_template (form_id)",
  `create unique index webhook_conversation on webhook (form_id)
    where purpose = 'conversation'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  // Renaming a table fails while a trigger names one that is missing.
  const { rows: triggers } = await sql<{ name: string; sql: string }>`select name, sql
    from sqlite_schema where tbl_name = 'delivery' and type = 'trigger'`.execute(db);
  for (const { name } of triggers) await sql`drop trigger ${sql.table(name)}`.execute(db);
  await rebuild(
    db,
    "webhook",
    WEBHOOK.replace("'reply', 'account'", "'reply', 'conversation', 'account'"),
  );
  await rebuild(
    db,
    "delivery",
    DELIVERY.replaceAll(TRIGGERS, WITH_REPLY).replace(
      "pruned_at integer,",
      "pruned_at integer,\n  is_current integer,",
    ),
  );
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
  const tables = REPLY_TABLES("integer primary key autoincrement", "integer", " strict");
  for (const statement of tables) await sql.raw(statement).execute(db);
}
