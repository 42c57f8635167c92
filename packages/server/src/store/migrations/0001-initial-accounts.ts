/** Accounts, what they own (projects, forms, API keys), sign-in, and the audit log. Never changes: see 0001-initial.ts. */

export const ACCOUNTS: readonly string[] = [
  `create table installation (
    -- No primary key: SQLite would number the rows by it and ignore the default.
    only_one integer not null default 1 unique check (only_one = 1),
    mark text not null
  ) strict`,

  // At most one row: it shows whether the secrets are encrypted, and whether a key is the right one.
  `create table encryption_canary (
    id integer primary key check (id = 1),
    encrypted text not null
  ) strict`,

  `create table account (
    id integer primary key autoincrement,
    name text not null,
    email text,
    created_at integer not null
  ) strict`,

  `create table login (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  "create index login_account on login (account_id)",

  `create table session (
    id integer primary key autoincrement,
    token_hash blob not null unique check (length(token_hash) = 32),
    account_id integer not null references account (id),
    login_id integer references login (id) on delete cascade,
    ip text,
    user_agent text,
    created_at integer not null,
    last_seen_at integer not null,
    expires_at integer not null
  ) strict`,
  "create index session_account on session (account_id)",
  "create index session_login on session (login_id)",
  "create index session_expiry on session (expires_at)",

  `create table sign_in_link (
    token_hash blob primary key check (length(token_hash) = 32),
    account_id integer not null references account (id),
    login_id integer references login (id) on delete cascade,
    created_at integer not null,
    expires_at integer not null
  ) strict, without rowid`,
  "create index sign_in_link_expiry on sign_in_link (expires_at)",

  `create table project (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    name text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  "create index project_account on project (account_id, id)",

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
    duplicate_filter integer not null check (duplicate_filter in (0, 1)),
    allowed_domains text not null check (json_valid(allowed_domains)),
    blocked_domains text not null check (json_valid(blocked_domains)),
    content_blacklist text not null check (json_valid(content_blacklist)),
    spam_checks text not null default '{}' check (json_valid(spam_checks)),
    captcha text check (json_valid(captcha)),
    retention_days integer check (retention_days > 0),
    retention_includes_unread integer not null default 0
      check (retention_includes_unread in (0, 1)),
    lead_scoring text not null check (json_valid(lead_scoring)),
    created_at integer not null,
    updated_at integer not null,
    deleted_at integer
  ) strict`,
  "create index form_account on form (account_id, id)",
  "create index form_project on form (project_id)",
  "create index form_deleted on form (id) where deleted_at is not null",

  `create table api_key (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    form_id integer references form (id) on delete cascade,
    name text not null,
    can_delete integer not null check (can_delete in (0, 1)),
    hash blob not null unique check (length(hash) = 32),
    prefix text not null,
    last_used_at integer,
    created_at integer not null
  ) strict`,
  "create index api_key_account on api_key (account_id, id)",
  "create index api_key_form on api_key (form_id)",

  // Names are copies, so an entry stays readable after its subject is deleted. `times` counts repeated
  // attempts that share one entry.
  `create table audit (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    at integer not null,
    actor_kind text not null check (actor_kind in ('session', 'key', 'server')),
    actor text not null,
    ip text,
    action text not null,
    subject_kind text,
    subject_id integer,
    subject text,
    detail text,
    times integer not null default 1 check (times >= 1)
  ) strict`,
  "create index audit_account on audit (account_id, id)",
  "create index audit_actor on audit (account_id, actor, id)",
  "create index audit_action on audit (account_id, action, id)",
  "create index audit_age on audit (at)",
];
