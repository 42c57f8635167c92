/**
 * Makes the table `webhook` the table of all destinations, and `delivery` the deliveries to them. SQLite cannot
 * change a CHECK or NOT NULL, so both tables are rebuilt (about 3 s for a million deliveries). Foreign keys are
 * off during migrations: otherwise dropping the old table would delete what refers to it.
 */
import { type Kysely, sql } from "kysely";

export const WEBHOOK = `create table webhook_rebuilt (
  id integer primary key autoincrement,
  account_id integer not null references account (id),
  form_id integer references form (id) on delete cascade,
  name text not null,
  url text not null,
  format text,
  content_type text,
  template text,
  headers text check (headers is null or json_valid(headers)),
  trigger_when_spam integer not null check (trigger_when_spam in (0, 1)),
  enabled integer not null check (enabled in (0, 1)),
  disabled_reason text,
  signing_secret text check (length(signing_secret) > 0),
  secret_hint text not null default '',
  next_signing_secret text,
  previous_signing_secret text,
  previous_until integer
    check ((previous_until is null) = (previous_signing_secret is null)),
  failure_count integer not null default 0,
  last_failure_at integer,
  failing_since integer,
  created_at integer not null,
  updated_at integer not null,
  uid text,
  kind text not null default 'webhook',
  purpose text not null default 'submissions'
    check (purpose in ('submissions', 'reply', 'account')),
  recipient_role text check (recipient_role in ('to', 'cc', 'bcc')),
  takes_submissions integer not null default 1 check (takes_submissions in (0, 1)),
  link_token text,
  check (form_id is not null or purpose = 'account'),
  check (kind <> 'webhook'
    or (format is not null and headers is not null and signing_secret is not null))
) strict`;

export const DELIVERY = `create table delivery_rebuilt (
  id integer primary key autoincrement,
  account_id integer not null,
  form_id integer,
  submission_id integer references submission (id) on delete cascade,
  webhook_id integer not null,
  webhook_name text not null,
  url text not null,
  "trigger" text not null check ("trigger" in ('intake', 'ham', 'refire', 'refire_bulk',
    'refire_log', 'test', 'digest', 'alert', 'confirmation')),
  state text not null check (state in
    ('queued', 'delivering', 'succeeded', 'exhausted', 'blocked', 'canceled', 'skipped')),
  reason text,
  attempts_made integer not null default 0 check (attempts_made >= 0),
  claims integer not null default 0 check (claims >= attempts_made),
  lost_workers integer not null default 0 check (lost_workers >= 0),
  next_attempt_at integer,
  lease_token text,
  lease_expires_at integer,
  created_at integer not null,
  finished_at integer,
  pruned_at integer,
  check (submission_id is not null
    or "trigger" in ('test', 'digest', 'alert', 'confirmation')),
  check (form_id is not null or submission_id is null),
  check ((state = 'queued') = (next_attempt_at is not null)),
  check ((state = 'delivering') = (lease_token is not null)),
  check ((lease_token is null) = (lease_expires_at is null)),
  check ((state in ('queued', 'delivering')) = (finished_at is null))
) strict`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuild(db, "webhook", WEBHOOK);
  await rebuild(db, "delivery", DELIVERY);
  await sql`alter table attempt add column smtp_status integer`.execute(db);
}

/** Replaces a table by one with other constraints. Keeps rows, indexes, triggers, and the highest id ever used. */
export async function rebuild(
  db: Kysely<unknown>,
  table: "webhook" | "delivery",
  create: string,
): Promise<void> {
  const rebuilt = `${table}_rebuilt`;
  const { rows: kept } = await sql<{ sql: string }>`
    select sql from sqlite_schema
    where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`
    select name from pragma_table_info(${table})`.execute(db);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql.raw(create).execute(db);
  await sql`insert into ${sql.table(rebuilt)} (${names})
    select ${names} from ${sql.table(table)}`.execute(db);
  await sql`delete from sqlite_sequence where name = ${rebuilt}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq)
    select ${rebuilt}, seq from sqlite_sequence where name = ${table}`.execute(db);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(rebuilt)} rename to ${sql.ref(table)}`.execute(db);
  for (const one of kept) await sql.raw(one.sql).execute(db);
}
