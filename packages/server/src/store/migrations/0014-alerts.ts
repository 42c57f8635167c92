/** Alerts to the people of an account. The index finds the destinations that have to be looked at. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table alert (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    kind text not null check (kind in ('webhook_failing', 'webhook_disabled', 'deliveries_late',
      'disk_low', 'quota_low', 'mail_failing')),
    subject_id integer not null,
    detail text not null check (json_valid(detail)),
    since integer not null,
    raised_at integer not null,
    seen_at integer not null,
    resolved_at integer,
    resolution text check (resolution in ('recovered', 'withdrawn')),
    check ((resolved_at is null) = (resolution is null))
  ) strict`.execute(db);
  await sql`create unique index alert_open on alert (account_id, kind, subject_id)
    where resolved_at is null`.execute(db);
  await sql`create index alert_account on alert (account_id, id)`.execute(db);
  await sql`create index webhook_failing on webhook (account_id, id)
    where failing_since is not null or disabled_reason in ('gone', 'failing')`.execute(db);
}
