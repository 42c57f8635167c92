/** Destinations, deliveries to them, events, and idempotency keys. */
import type { Statements } from "./column-types.ts";

export const DELIVERIES: Statements = (t) => [
  `create table webhook (
    -- Destinations of every kind. The name is that of the first kind, since the version before reads the
    -- table.
    id ${t.id},
    uid text, -- As that of a submission.
    kind text not null default 'webhook',
    purpose text not null default 'submissions'
      check (purpose in ('submissions', 'reply', 'conversation', 'account')),
    account_id ${t.int} not null references account (id),
    form_id ${t.int} references form (id) on delete cascade, -- null for a destination of the account.
    name text not null,
    url text not null, -- The address: the origin of a webhook's URL, or mailto: with an e-mail address.
    -- The URL of a webhook, encrypted; null for recipients, and from an upgrade until the next start.
    secret_url text,
    -- Of its kind; only those that differ from their defaults and that no query filters by.
    settings text not null default '{}' check (${t.isJson("settings")}),
    -- [{"name","encrypted"}]; never null for a webhook, as signing_secret.
    headers text check (headers is null or ${t.isJson("headers")}),
    trigger_when_spam ${t.flag} not null check (trigger_when_spam in (0, 1)),
    -- Whether intake queues deliveries to it; 0 for a recipient of digests only.
    takes_submissions ${t.flag} not null default 1 check (takes_submissions in (0, 1)),
    enabled ${t.flag} not null check (enabled in (0, 1)),
    disabled_reason text,
    recipient_role text check (recipient_role in ('to', 'cc', 'bcc', 'people')),
    link_token text, -- Unguessable, for the link that unsubscribes an e-mail recipient.
    signing_secret text check (length(signing_secret) > 0), -- Encrypted, as are the next two.
    -- The last four characters of the signing secret, which are shown without the key.
    secret_hint text not null default '',
    next_signing_secret text, -- Staged; signs once it is activated.
    previous_signing_secret text, -- Signs in addition to the current secret until previous_until.
    previous_until ${t.int} check ((previous_until is null) = (previous_signing_secret is null)),
    failure_count ${t.int} not null default 0,
    last_failure_at ${t.int},
    failing_since ${t.int}, -- The first failure since the last success.
    created_at ${t.int} not null,
    updated_at ${t.int} not null,
    check (form_id is not null or purpose = 'account'),
    check (kind <> 'webhook' or (headers is not null and signing_secret is not null))
  )${t.strict}`,
  "create index webhook_form on webhook (form_id, id)",
  "create index webhook_account on webhook (account_id, id)",
  `create index webhook_failing on webhook (account_id, id)
    where failing_since is not null or disabled_reason in ('gone', 'failing')`,
  "create unique index webhook_reply on webhook (form_id) where purpose = 'reply'",
  "create unique index webhook_conversation on webhook (form_id) where purpose = 'conversation'",
  "create index webhook_link_token on webhook (link_token) where link_token is not null",
  `create index webhook_recipient on webhook (account_id, lower(substr(url, 8)))
    where kind = 'email' and purpose = 'submissions'`,
  "create index webhook_waiting on webhook (id) where disabled_reason = 'not_confirmed'",

  // On PostgreSQL submission_id has no foreign key, which would look up every submission that intake has just
  // written: 7 µs of a post. Triggers enforce the same for all other writers.
  `create table delivery (
    -- webhook_id, webhook_name and url are the id, name and address of a destination of any kind, of a webhook
    -- the origin; they keep their names, since the version before reads them.
    id ${t.id},
    account_id ${t.int} not null,
    form_id ${t.int}, -- null if it is about the account, such as an alert.
    -- null for a delivery with its own body, such as a test with sample data.
    submission_id ${t.int}${t.isPostgres ? "" : " references submission (id) on delete cascade"},
    -- No foreign key: the log stays readable after its destination is deleted.
    webhook_id ${t.int} not null,
    webhook_name text not null,
    url text not null,
    "trigger" text not null check ("trigger" in ('intake', 'ham', 'refire', 'refire_bulk',
      'refire_log', 'test', 'digest', 'alert', 'confirmation', 'reply')),
    -- A retry is "queued" with attempts_made > 0.
    state text not null check (state in
      ('queued', 'delivering', 'succeeded', 'exhausted', 'blocked', 'canceled', 'skipped')),
    reason text,
    -- Recorded outcomes that count; position in the retry schedule.
    attempts_made ${t.int} not null default 0 check (attempts_made >= 0),
    -- Leases so far; numbers the attempts.
    claims ${t.int} not null default 0 check (claims >= attempts_made),
    -- Consecutive leases whose worker was lost.
    lost_workers ${t.int} not null default 0 check (lost_workers >= 0),
    next_attempt_at ${t.int},
    lease_token text,
    lease_expires_at ${t.int},
    created_at ${t.int} not null,
    finished_at ${t.int},
    pruned_at ${t.int}, -- When its attempts were pruned, and its body unless a later delivery shares it.
    -- 1 for the delivery to a destination that counts for the delivery state of its submission: the newest
    -- that was not canceled, or the newest if all were. 0 for the others. null for deliveries that never
    -- count, and until it was considered. Triggers set it, see delivery-states.ts.
    is_current ${t.flag},
    dismissed_at ${t.int}, -- When a person dismissed that it had not reached its destination.
    check (submission_id is not null
      or "trigger" in ('test', 'digest', 'alert', 'confirmation', 'reply')),
    check (form_id is not null or submission_id is null),
    check ((state = 'queued') = (next_attempt_at is not null)),
    check ((state = 'delivering') = (lease_token is not null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((state in ('queued', 'delivering')) = (finished_at is null))
  )${t.isPostgres ? " with (fillfactor = 80)" : t.strict}`,
  "create index delivery_fair on delivery (webhook_id, next_attempt_at, id) where state = 'queued'",
  `create index delivery_quarantine on delivery (next_attempt_at)
    where state = 'queued' and lost_workers >= 3`,
  "create index delivery_leased on delivery (lease_expires_at) where state = 'delivering'",
  "create index delivery_form on delivery (form_id, id)",
  "create index delivery_webhook on delivery (webhook_id, id)",
  `create index delivery_finished on delivery (finished_at)
    where state not in ('queued', 'delivering') and pruned_at is null`,
  // What did not reach anybody: the condition of MAY_BE_UNREACHED in store/deliveries/unreached.ts. SQLite
  // evaluates it with each change of a delivery: with "in (…)" for the other states 2 µs, as it is 0.1 µs.
  `create index delivery_unreached on delivery (account_id, webhook_id, id)
    where state <> 'queued' and state <> 'delivering' and state <> 'succeeded'
      and is_current = 1 and dismissed_at is null`,
  // The server sends a submission to a destination once by itself; a user may send it any number of times.
  `create unique index delivery_submission on delivery
    (submission_id, (case when "trigger" in ('intake', 'ham') then webhook_id end))`,

  `create table delivery_body (
    -- The rendered body for a submission and destination, stored before the first attempt.
    submission_id ${t.int} not null references submission (id) on delete cascade,
    webhook_id ${t.int} not null,
    content_type text not null,
    body ${t.bytes} not null,
    sha256 ${t.bytes} not null check (length(sha256) = 32),
    created_at ${t.int} not null,
    primary key (submission_id, webhook_id)
  )${t.strict}`,
  `create table test_body (
    -- The own body of a delivery, such as a test, that is queued together with it.
    delivery_id ${t.int} primary key references delivery (id) on delete cascade,
    content_type text not null,
    body ${t.bytes} not null,
    sha256 ${t.bytes} not null check (length(sha256) = 32),
    created_at ${t.int} not null,
    uid text -- As that of a submission.
  )${t.strict}`,

  `create table attempt (
    id ${t.id},
    delivery_id ${t.int} not null references delivery (id) on delete cascade,
    number ${t.int} not null check (number >= 1),
    started_at ${t.int} not null,
    duration_ms ${t.int} not null check (duration_ms >= 0),
    outcome text not null
      check (outcome in ('succeeded', 'failed', 'blocked', 'worker_lost', 'stale', 'aborted')),
    http_status ${t.int},
    error_code text,
    response_excerpt text,
    remote_ip text,
    next_attempt_at ${t.int},
    smtp_status ${t.int},
    unique (delivery_id, number)
  )${t.strict}`,

  `create table event (
    -- Events of submissions and deliveries; one row per write, kind and form. New submissions have no row
    -- here: readers of events find them in their own table.
    id ${t.id},
    account_id ${t.int} not null,
    form_id ${t.int} not null,
    kind text not null
      check (kind in ('submission.updated', 'submission.deleted', 'delivery.updated')),
    -- Ids of submissions, or [id, submission_id, webhook_id, state] of deliveries.
    items text not null check (${t.isJson("items")}),
    created_at ${t.int} not null
  )${t.strict}`,
  `create table event_horizon (
    -- One row: the newest event that was pruned.
    only_one ${t.int} primary key check (only_one = 1),
    id ${t.int} not null
  )${t.strict}`,

  `create table idempotency_key (
    -- The result of a request with an Idempotency-Key, until the key expires. The transaction that inserts
    -- a key writes its result before it commits.
    scope text not null, -- Keys are unique within an account, a form's API key, or the posts to a form.
    key_hash ${t.bytes} not null check (length(key_hash) = 32),
    content_hash ${t.bytes} not null check (length(content_hash) = 32),
    -- null only within the transaction that inserts it.
    result text check (result is null or ${t.isJson("result")}),
    created_at ${t.int} not null,
    primary key (key_hash, scope)
  )${t.withoutRowid}`,
  "create index idempotency_key_age on idempotency_key (created_at)",

  `create table alert (
    -- Alerts to the people of an account.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    kind text not null check (kind in ('webhook_failing', 'webhook_disabled', 'deliveries_late',
      'disk_low', 'quota_low', 'mail_failing', 'form_silent', 'key_expires', 'key_expires_soon')),
    subject_id ${t.int} not null, -- The webhook, the form of a quota, or the key; 0 for the account and the server.
    detail text not null check (${t.isJson("detail")}), -- An AlertDetail as of the last transition.
    since ${t.int} not null,
    raised_at ${t.int} not null,
    -- When a process last found that it still holds; only for what each process sees by itself.
    seen_at ${t.int} not null,
    resolved_at ${t.int},
    resolution text check (resolution in ('recovered', 'withdrawn')),
    check ((resolved_at is null) = (resolution is null))
  )${t.strict}`,
  `create unique index alert_open on alert (account_id, kind, subject_id)
    where resolved_at is null`,
  "create index alert_account on alert (account_id, id)",
];
