/** The first schema on SQLite. The tables forbid nonsense; the indexes are the budget of the design. */
import { type Kysely, sql } from "kysely";

const FLAG = (name: string) => `${name} integer not null check (${name} in (0, 1))`;

const TABLES = [
  `create table account (
    id integer primary key autoincrement,
    name text not null,
    email text,
    created_at integer not null
  ) strict`,

  `create table project (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    name text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,

  `create table form (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    project_id integer references project (id),
    uuid text not null unique check (length(uuid) = 12 and uuid not glob '*[^0-9a-f]*'),
    name text not null,
    timezone text not null,
    redirect_url text,
    redirect_heading text,
    redirect_message text,
    honeypot_field text not null,
    ${FLAG("duplicate_filter")},
    allowed_domains text not null check (json_valid(allowed_domains)),
    blocked_domains text not null check (json_valid(blocked_domains)),
    content_blacklist text not null check (json_valid(content_blacklist)),
    captcha text check (json_valid(captcha)),
    retention_days integer check (retention_days > 0),
    lead_scoring text not null check (json_valid(lead_scoring)),
    created_at integer not null,
    updated_at integer not null
  ) strict`,

  `create table api_key (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    form_id integer references form (id) on delete cascade,
    name text not null,
    ${FLAG("can_delete")},
    hash blob not null unique check (length(hash) = 32),
    prefix text not null,
    last_used_at integer,
    created_at integer not null
  ) strict`,

  `create table webhook (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    form_id integer not null references form (id) on delete cascade,
    name text not null,
    url text not null,
    format text not null,
    content_type text,
    template text,
    headers text not null check (json_valid(headers)),
    ${FLAG("trigger_when_spam")},
    ${FLAG("enabled")},
    disabled_reason text,
    signing_secret text not null check (length(signing_secret) > 0),
    failure_count integer not null default 0,
    last_failure_at integer,
    created_at integer not null,
    updated_at integer not null
  ) strict`,

  `create table submission (
    id integer primary key autoincrement,
    account_id integer not null,
    form_id integer not null references form (id),
    email text,
    fields text not null,
    read integer not null default 0 check (read in (0, 1)),
    ${FLAG("spam")},
    trash integer not null default 0 check (trash in (0, 1)),
    spam_reason text,
    source_url text,
    source_host text,
    source_path text,
    source_fragment text,
    source_query text,
    ip text,
    referrer text,
    user_agent text,
    content_hash blob not null check (length(content_hash) = 16),
    claim_count integer not null default 0,
    webhook_sent_at integer,
    created_at integer not null,
    updated_at integer not null
  ) strict`,

  `create table submission_count (
    form_id integer not null references form (id) on delete cascade,
    account_id integer not null references account (id),
    ${FLAG("read")},
    ${FLAG("spam")},
    ${FLAG("trash")},
    n integer not null check (n >= 0),
    primary key (form_id, read, spam, trash)
  ) strict, without rowid`,

  `create table attachment (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    form_id integer not null references form (id),
    submission_id integer not null references submission (id) on delete cascade,
    name text not null,
    form_name text not null,
    content_type text not null,
    file_size integer not null check (file_size >= 0),
    sha256 blob not null check (length(sha256) = 32),
    storage_key text not null unique,
    public_token text not null unique,
    created_at integer not null
  ) strict`,

  `create table delivery (
    id integer primary key autoincrement,
    account_id integer not null,
    form_id integer not null,
    submission_id integer not null references submission (id) on delete cascade,
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
    check ((state = 'queued') = (next_attempt_at is not null)),
    check ((state = 'delivering') = (lease_token is not null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((state in ('queued', 'delivering')) = (finished_at is null))
  ) strict`,

  `create table delivery_body (
    submission_id integer not null references submission (id) on delete cascade,
    webhook_id integer not null,
    content_type text not null,
    body blob not null,
    sha256 blob not null check (length(sha256) = 32),
    created_at integer not null,
    primary key (submission_id, webhook_id)
  ) strict`,

  `create table attempt (
    id integer primary key autoincrement,
    delivery_id integer not null references delivery (id) on delete cascade,
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
];

const INDEXES = [
  "create index project_account on project (account_id, id)",
  "create index form_account on form (account_id, id)",
  "create index form_project on form (project_id)",
  "create index api_key_account on api_key (account_id, id)",
  "create index api_key_form on api_key (form_id)",
  "create index webhook_form on webhook (form_id, id)",
  "create index webhook_account on webhook (account_id, id)",

  // Two on submission, and no more: each is paid for by every post.
  "create index submission_state on submission (form_id, trash, spam, id)",
  `create index submission_unread on submission (form_id, spam, id)
    where read = 0 and trash = 0`,

  "create index submission_count_account on submission_count (account_id)",
  "create index attachment_submission on attachment (submission_id, id)",
  "create index attachment_form on attachment (form_id)",

  "create index delivery_fair on delivery (webhook_id, next_attempt_at, id) where state = 'queued'",
  `create index delivery_suspect on delivery (next_attempt_at)
    where state = 'queued' and losses >= 3`,
  "create index delivery_leased on delivery (lease_expires_at) where state = 'delivering'",
  "create index delivery_form on delivery (form_id, id)",
  `create index delivery_finished on delivery (finished_at)
    where state not in ('queued', 'delivering')`,
  // What is sent by itself is sent once a webhook; what a person asks for has no such bound.
  `create unique index delivery_submission on delivery
    (submission_id, iif("trigger" in ('intake', 'ham'), webhook_id, null))`,
];

const count = (row: "new" | "old", change: "+ 1" | "- 1") =>
  change === "+ 1"
    ? `insert into submission_count (form_id, account_id, read, spam, trash, n)
         values (new.form_id, new.account_id, new.read, new.spam, new.trash, 1)
         on conflict (form_id, read, spam, trash) do update set n = n + 1;`
    : `update submission_count set n = n - 1 where form_id = ${row}.form_id
         and read = ${row}.read and spam = ${row}.spam and trash = ${row}.trash;`;

const TRIGGERS = [
  `create trigger submission_moved after update of read, spam, trash on submission
    when old.read <> new.read or old.spam <> new.spam or old.trash <> new.trash begin
    ${count("old", "- 1")}
    ${count("new", "+ 1")}
  end`,
  `create trigger submission_uncounted after delete on submission begin
    ${count("old", "- 1")}
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...INDEXES, ...TRIGGERS]) {
    await sql.raw(statement).execute(db);
  }
}
