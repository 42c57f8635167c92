/** Webhooks and their deliveries, events, and idempotency keys. Never changes: see 0001-initial.ts. */

const recordEvent = (
  kind: string,
) => `insert into event (account_id, form_id, kind, items, created_at)
    values (old.account_id, old.form_id, '${kind}', json_array(old.id),
      cast(unixepoch('subsec') * 1000 as integer));`;

export const DELIVERIES: readonly string[] = [
  // secret_hint: the last four characters of the signing secret, which are shown without the key.
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
    trigger_when_spam integer not null check (trigger_when_spam in (0, 1)),
    enabled integer not null check (enabled in (0, 1)),
    disabled_reason text,
    signing_secret text not null check (length(signing_secret) > 0),
    secret_hint text not null default '',
    next_signing_secret text,
    previous_signing_secret text,
    previous_until integer
      check ((previous_until is null) = (previous_signing_secret is null)),
    failure_count integer not null default 0,
    last_failure_at integer,
    failing_since integer,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  "create index webhook_form on webhook (form_id, id)",
  "create index webhook_account on webhook (account_id, id)",

  // The sample of a test delivery has no submission.
  `create table delivery (
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
    lost_workers integer not null default 0 check (lost_workers >= 0),
    next_attempt_at integer,
    lease_token text,
    lease_expires_at integer,
    created_at integer not null,
    finished_at integer,
    pruned_at integer,
    check (submission_id is not null or "trigger" = 'test'),
    check ((state = 'queued') = (next_attempt_at is not null)),
    check ((state = 'delivering') = (lease_token is not null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((state in ('queued', 'delivering')) = (finished_at is null))
  ) strict`,
  "create index delivery_fair on delivery (webhook_id, next_attempt_at, id) where state = 'queued'",
  `create index delivery_quarantine on delivery (next_attempt_at)
    where state = 'queued' and lost_workers >= 3`,
  "create index delivery_leased on delivery (lease_expires_at) where state = 'delivering'",
  "create index delivery_form on delivery (form_id, id)",
  "create index delivery_webhook on delivery (webhook_id, id)",
  `create index delivery_finished on delivery (finished_at)
    where state not in ('queued', 'delivering') and pruned_at is null`,
  // The server sends a submission to a webhook once by itself; a user may send it any number of times.
  `create unique index delivery_submission on delivery
    (submission_id, iif("trigger" in ('intake', 'ham'), webhook_id, null))`,

  `create table delivery_body (
    submission_id integer not null references submission (id) on delete cascade,
    webhook_id integer not null,
    content_type text not null,
    body blob not null,
    sha256 blob not null check (length(sha256) = 32),
    created_at integer not null,
    primary key (submission_id, webhook_id)
  ) strict`,
  `create table test_body (
    delivery_id integer primary key references delivery (id) on delete cascade,
    content_type text not null,
    body blob not null,
    sha256 blob not null check (length(sha256) = 32),
    created_at integer not null
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

  // New submissions have no row here: readers of events find them in their own table.
  `create table event (
    id integer primary key autoincrement,
    account_id integer not null,
    form_id integer not null,
    kind text not null
      check (kind in ('submission.updated', 'submission.deleted', 'delivery.updated')),
    items text not null check (json_valid(items)),
    created_at integer not null
  ) strict`,
  // The newest event that was pruned.
  `create table event_horizon (
    only_one integer primary key check (only_one = 1),
    transaction_id integer not null,
    id integer not null
  ) strict`,
  "insert into event_horizon (only_one, transaction_id, id) values (1, 0, 0)",
  `create trigger submission_updated after update of read, spam, trash on submission
    when old.read <> new.read or old.spam <> new.spam or old.trash <> new.trash begin
    ${recordEvent("submission.updated")}
  end`,
  `create trigger submission_deleted after delete on submission begin
    ${recordEvent("submission.deleted")}
  end`,

  // The transaction that inserts a key writes its result before it commits.
  `create table idempotency_key (
    scope text not null,
    key_hash blob not null check (length(key_hash) = 32),
    content_hash blob not null check (length(content_hash) = 32),
    result text check (json_valid(result)),
    created_at integer not null,
    primary key (key_hash, scope)
  ) strict, without rowid`,
  "create index idempotency_key_age on idempotency_key (created_at)",
];
