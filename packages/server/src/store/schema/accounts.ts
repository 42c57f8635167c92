/** Accounts, what they own (projects, forms, API keys), sign-in, and the audit log. */
import type { Statements } from "./column-types.ts";

export const ACCOUNTS: Statements = (t) => [
  `create table installation (
    -- No primary key: SQLite would number the rows by it and ignore the default.
    only_one ${t.int} not null default 1 unique check (only_one = 1),
    mark text not null
  )${t.strict}`,

  // Overwritten to find out whether the database stores.
  `create table write_probe (
    id ${t.int} primary key check (id = 1),
    written_at ${t.int} not null,
    padding ${t.bytes} not null
  )${t.strict}`,

  // At most one row: it shows whether the secrets are encrypted, and whether a key is the right one.
  `create table encryption_canary (
    id ${t.int} primary key check (id = 1),
    encrypted text not null
  )${t.strict}`,

  `create table account (
    id ${t.id},
    name text not null,
    email text,
    created_at ${t.int} not null,
    queue_consumer text check (queue_consumer is null or ${t.isJson("queue_consumer")})
  )${t.strict}`,

  `create table login (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    browser_generation ${t.int} not null default 0,
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index login_account on login (account_id)",

  `create table session (
    id ${t.id},
    token_hash ${t.bytes} not null unique check (length(token_hash) = 32),
    account_id ${t.int} not null references account (id),
    login_id ${t.int} references login (id) on delete cascade,
    ip text,
    user_agent text,
    created_at ${t.int} not null,
    last_seen_at ${t.int} not null,
    expires_at ${t.int} not null
  )${t.strict}`,
  "create index session_account on session (account_id)",
  "create index session_login on session (login_id)",
  "create index session_expiry on session (expires_at)",

  `create table sign_in_link (
    token_hash ${t.bytes} primary key check (length(token_hash) = 32),
    account_id ${t.int} not null references account (id),
    login_id ${t.int} references login (id) on delete cascade,
    created_at ${t.int} not null,
    expires_at ${t.int} not null
  )${t.withoutRowid}`,
  "create index sign_in_link_expiry on sign_in_link (expires_at)",
  // Wrong passwords of a browser, a network or an e-mail address.
  `create table sign_in_count (
    subject ${t.bytes} primary key check (length(subject) = 32),
    failures ${t.int} not null check (failures >= 0),
    retry_at ${t.int} not null,
    expires_at ${t.int} not null
  )${t.withoutRowid}`,
  "create index sign_in_count_expiry on sign_in_count (expires_at)",

  `create table project (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    name text not null,
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index project_account on project (account_id, id)",

  // settings: those that differ from their defaults and that no query filters or sorts by.
  `create table form (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    project_id ${t.int} references project (id),
    uuid text not null unique check (${
      t.isPostgres ? "uuid ~ '^[0-9a-f]{12}$'" : "length(uuid) = 12 and uuid not glob '*[^0-9a-f]*'"
    }),
    name text not null,
    settings text not null default '{}' check (${t.isJson("settings")}),
    captcha text check (captcha is null or ${t.isJson("captcha")}),
    retention_days ${t.int} check (retention_days > 0),
    retention_includes_unread ${t.flag} not null default 0
      check (retention_includes_unread in (0, 1)),
    queue_consumer text check (queue_consumer is null or ${t.isJson("queue_consumer")}),
    created_at ${t.int} not null,
    updated_at ${t.int} not null,
    deleted_at ${t.int}
  )${t.strict}`,
  "create index form_account on form (account_id, id)",
  "create index form_project on form (project_id)",
  "create index form_deleted on form (id) where deleted_at is not null",

  `create table api_key (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} references form (id) on delete cascade,
    name text not null,
    can_delete ${t.flag} not null check (can_delete in (0, 1)),
    hash ${t.bytes} not null unique check (length(hash) = 32),
    prefix text not null,
    scope text not null default 'write' check (scope in ('read', 'write')),
    expires_at ${t.int} check (expires_at > created_at),
    last_used_at ${t.int},
    created_at ${t.int} not null
  )${t.strict}`,
  "create index api_key_account on api_key (account_id, id)",
  "create index api_key_form on api_key (form_id)",

  // Programs that wait for a person to allow them a key, whose hash is here until then.
  `create table device_login (
    user_code text primary key check (length(user_code) = 8),
    hash ${t.bytes} not null unique check (length(hash) = 32),
    prefix text not null,
    name text not null,
    scope text not null check (scope in ('read', 'write')),
    ip text,
    denied ${t.flag} not null default 0 check (denied in (0, 1)),
    expires_at ${t.int} not null
  )${t.withoutRowid}`,
  "create index device_login_expiry on device_login (expires_at)",

  // Names are copies, so an entry stays readable after its subject is deleted. `times` counts repeated
  // attempts that share one entry.
  `create table audit (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    at ${t.int} not null,
    actor_kind text not null check (actor_kind in ('session', 'key', 'server')),
    actor text not null,
    ip text,
    action text not null,
    subject_kind text,
    subject_id ${t.int},
    subject text,
    detail text,
    times ${t.int} not null default 1 check (times >= 1)
  )${t.strict}`,
  "create index audit_account on audit (account_id, id)",
  "create index audit_actor on audit (account_id, actor, id)",
  "create index audit_action on audit (account_id, action, id)",
  "create index audit_age on audit (at)",
];
