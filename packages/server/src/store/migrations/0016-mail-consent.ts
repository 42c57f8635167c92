/**
 * Adds the messages of the last day that asked for a consent, and links that subscribe again; finds recipients by
 * their address, and those that wait for a confirmation; remembers how far a digest has been queued, and
 * since when an address is not used.
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
  await sql`alter table mail_address add column unused_since integer`.execute(db);
  for (const column of ["sending_until", "sending_at", "sent_to"]) {
    await sql`alter table digest add column ${sql.ref(column)} integer`.execute(db);
  }
}
