/** Adds the addresses that e-mails are sent to, and the recipients who unsubscribed from a form. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_address (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    address text not null check (address = lower(address)),
    confirmed_at integer,
    confirmation_sent_at integer,
    link_token text unique,
    failure_count integer not null default 0 check (failure_count >= 0),
    suppressed_at integer,
    suppressed_reason text,
    created_at integer not null,
    unique (account_id, address)
  ) strict`.execute(db);
  await sql`create index mail_address_waiting on mail_address (account_id)
    where confirmed_at is null`.execute(db);
  await sql`create table mail_unsubscription (
    form_id integer not null references form (id) on delete cascade,
    address text not null check (address = lower(address)),
    created_at integer not null,
    primary key (form_id, address)
  ) strict, without rowid`.execute(db);
  await sql`create index webhook_link_token on webhook (link_token)
    where link_token is not null`.execute(db);
}
