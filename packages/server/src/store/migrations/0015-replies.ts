/** Adds the automatic answers of the last days: each address gets one for each form. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_reply (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    form_id integer not null references form (id) on delete cascade,
    address text not null check (address = lower(address)),
    delivery_id integer not null,
    allowed_at integer not null,
    unique (form_id, address)
  ) strict`.execute(db);
  await sql`create index mail_reply_account on mail_reply (account_id, allowed_at)`.execute(db);
  await sql`create index mail_reply_age on mail_reply (allowed_at)`.execute(db);
  await sql`create unique index webhook_reply on webhook (form_id)
    where purpose = 'reply'`.execute(db);
}
