/**
 * Adds the messages of the last day that asked for a consent, and links that subscribe again; and finds recipients
 * by their address, and those that wait for a confirmation.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_request (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    address text not null check (address = lower(address)),
    sent_at integer not null
  ) strict`.execute(db);
  await sql`create index mail_request_account on mail_request (account_id, sent_at)`.execute(db);
  await sql`create index mail_request_address on mail_request (address, sent_at)`.execute(db);
  await sql`create index mail_request_age on mail_request (sent_at)`.execute(db);
  await sql`alter table mail_unsubscription add column subscribe_token text`.execute(db);
  await sql`alter table mail_unsubscription add column asked_at integer`.execute(db);
  await sql`create unique index mail_unsubscription_token on mail_unsubscription (subscribe_token)
    where subscribe_token is not null`.execute(db);
  await sql`create index webhook_recipient on webhook (account_id, lower(substr(url, 8)))
    where kind = 'email' and purpose = 'submissions'`.execute(db);
  await sql`create index webhook_waiting on webhook (id)
    where disabled_reason = 'not_confirmed'`.execute(db);
}
