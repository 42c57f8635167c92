/**
 * Deliveries that try a webhook out: a sample has no submission, and a test has bytes of its own.
 *
 * SQLite cannot take a NOT NULL back, so the table is made anew. Dropping the old one would take the
 * attempts along, which is why theirs is made anew with it.
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  `create table delivery_new (
    id integer primary key autoincrement,
    account_id integer not null,
    form_id integer not null,
    submission_id integer references submission (id) on delete cascade,
    webhook_id integer not null,
    webhook_name text not null,
    url text not null,
    "trigger" text not null
      check ("trigger" in ('intake', 'ham', 'refire', 'refire_bulk', 'refire_log', 'test')),
    state text not null check (state in
      ('queued', 'delivering', 'succeeded', 'exhausted', 'blocked', 'canceled', 'skipped')),
    reason text,
    attempts_made integer not null default 0 check (attempts_made >= 0),
    claims integer not null default 0 check (claims >= attempts_made),
    losses integer not null default 0 check (losses >= 0),
    next_attempt_at integer,
    lease_token text,
    lease_expires_at integer,
    created_at integer not null,
    finished_at integer,
    check (submission_id is not null or "trigger" = 'test'),
    check ((state = 'queued') = (next_attempt_at is not null)),
    check ((state = 'delivering') = (lease_token is not null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((state in ('queued', 'delivering')) = (finished_at is null))
  ) strict`,
  `create table attempt_new (
    id integer primary key autoincrement,
    delivery_id integer not null references delivery_new (id) on delete cascade,
    number integer not null check (number >= 1),
    started_at integer not null,
    duration_ms integer not null check (duration_ms >= 0),
    outcome text not null
      check (outcome in ('succeeded', 'failed', 'blocked', 'worker_lost', 'stale', 'aborted')),
    http_status integer,
    error_code text,
    response_excerpt text,
    remote_ip text,
    next_attempt_at integer,
    unique (delivery_id, number)
  ) strict`,

  // An id that was given once is never given again, even when its row is gone.
  `insert into sqlite_sequence (name, seq)
    select name || '_new', seq from sqlite_sequence where name in ('delivery', 'attempt')`,
  `insert into delivery_new (id, account_id, form_id, submission_id, webhook_id, webhook_name, url,
      "trigger", state, reason, attempts_made, claims, losses, next_attempt_at, lease_token,
      lease_expires_at, created_at, finished_at)
    select id, account_id, form_id, submission_id, webhook_id, webhook_name, url,
      "trigger", state, reason, attempts_made, claims, losses, next_attempt_at, lease_token,
      lease_expires_at, created_at, finished_at from delivery order by id`,
  `insert into attempt_new (id, delivery_id, number, started_at, duration_ms, outcome, http_status,
      error_code, response_excerpt, remote_ip, next_attempt_at)
    select id, delivery_id, number, started_at, duration_ms, outcome, http_status,
      error_code, response_excerpt, remote_ip, next_attempt_at from attempt order by id`,
  "drop table attempt",
  "drop table delivery",
  "alter table delivery_new rename to delivery",
  "alter table attempt_new rename to attempt",

  "create index delivery_fair on delivery (webhook_id, next_attempt_at, id) where state = 'queued'",
  `create index delivery_suspect on delivery (next_attempt_at)
    where state = 'queued' and losses >= 3`,
  "create index delivery_leased on delivery (lease_expires_at) where state = 'delivering'",
  "create index delivery_form on delivery (form_id, id)",
  "create index delivery_webhook on delivery (webhook_id, id)",
  `create index delivery_finished on delivery (finished_at)
    where state not in ('queued', 'delivering')`,
  `create unique index delivery_submission on delivery
    (submission_id, iif("trigger" in ('intake', 'ham'), webhook_id, null))`,

  `create table test_body (
    delivery_id integer primary key references delivery (id) on delete cascade,
    content_type text not null,
    body blob not null,
    sha256 blob not null check (length(sha256) = 32),
    created_at integer not null
  ) strict`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
