/** Accounts, what they own (projects, forms, API keys), sign-in, and the audit log. */
import type { Statements } from "./column-types.ts";

const SCOPES = "'read', 'write', 'submissions:read', 'submissions:mark', 'export', 'refire'";

export const ACCOUNTS: Statements = (t) => [
  `create table installation (
    -- The mark of PostgreSQL that must match the one in the attachment storage. only_one is no primary key:
    -- SQLite would number the rows by it and ignore the default.
    only_one ${t.int} not null default 1 unique check (only_one = 1),
    mark text not null
  )${t.strict}`,

  `create table write_probe (
    -- One row, which readiness checks overwrite to find out whether the database stores.
    id ${t.int} primary key check (id = 1),
    written_at ${t.int} not null,
    -- No server has been away for an hour or longer since then.
    up_since ${t.int} not null,
    padding ${t.bytes} not null
  )${t.strict}`,

  `create table encryption_canary (
    -- At most one row: one known text, written when secrets are first encrypted. It shows whether they are
    -- encrypted; a key that cannot decrypt it is wrong.
    id ${t.int} primary key check (id = 1),
    encrypted text not null
  )${t.strict}`,

  `create table account (
    id ${t.id},
    name text not null,
    email text,
    created_at ${t.int} not null,
    -- The first QueueConsumer of all forms together.
    queue_consumer text check (queue_consumer is null or ${t.isJson("queue_consumer")}),
    -- The least role that needs a second factor, from a time on; null: none.
    factor_role text check (factor_role in ('owner', 'admin', 'editor', 'responder', 'viewer')),
    factor_from ${t.int} check ((factor_from is null) = (factor_role is null)),
    -- Whether its spam filter uses the weights that come with the server.
    spam_prior ${t.flag} not null default 1 check (spam_prior in (0, 1))
  )${t.strict}`,

  `create table login (
    -- An e-mail address and password for the dashboard.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    email text not null unique check (email = lower(email)), -- In lower case.
    name text, -- What others read; null: the address.
    role text not null default 'owner' check (role in ('owner', 'admin', 'editor', 'responder', 'viewer')),
    -- Whether it has access only to the projects of login_project.
    limited ${t.flag} not null default 0 check (limited in (0, 1)),
    -- Written by password.ts, including its parameters; null until an invitation is accepted, and after removal.
    password_hash text,
    removed_at ${t.int}, -- The row stays, since notes and marks name it.
    -- Who it is at the provider of single sign-on; null until the first sign-in there.
    oidc_issuer text,
    oidc_subject text,
    -- Included in the signature of known-browser cookies; a higher value makes all of them invalid.
    browser_generation ${t.int} not null default 0,
    totp_secret text, -- Of the authenticator app, encrypted; null: none.
    totp_step ${t.int}, -- The time step of the last accepted code, since each is accepted once.
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index login_account on login (account_id)",
  "create unique index login_subject on login (oidc_issuer, oidc_subject)",
  // The project may be deleted meanwhile, and restored with its people.
  `create table login_project (
    login_id ${t.int} not null references login (id) on delete cascade,
    project_id ${t.int} not null,
    primary key (login_id, project_id)
  )${t.withoutRowid}`,
  `create table passkey (
    id ${t.id},
    login_id ${t.int} not null references login (id) on delete cascade,
    credential_id text not null unique, -- Base64url, as browsers send it.
    public_key ${t.bytes} not null, -- COSE.
    counter ${t.int} not null, -- Of the authenticator, which raises it with each use; 0: it does not count.
    transports text not null check (${t.isJson("transports")}), -- How browsers reach it.
    name text not null,
    created_at ${t.int} not null,
    last_used_at ${t.int}
  )${t.strict}`,
  "create index passkey_login on passkey (login_id)",
  `create table passkey_challenge (
    -- Random bytes that a passkey signs, once.
    hash ${t.bytes} primary key check (length(hash) = 32), -- SHA-256.
    login_id ${t.int} references login (id) on delete cascade, -- null: of nobody yet, who signs in.
    expires_at ${t.int} not null
  )${t.withoutRowid}`,
  "create index passkey_challenge_expiry on passkey_challenge (expires_at)",
  `create table recovery_code (
    -- Replaces the second factor once.
    hash ${t.bytes} primary key check (length(hash) = 32), -- SHA-256 of the code, which is not stored.
    login_id ${t.int} not null references login (id) on delete cascade
  )${t.withoutRowid}`,
  "create index recovery_code_login on recovery_code (login_id)",

  `create table session (
    -- A session of the dashboard.
    id ${t.id},
    -- SHA-256 of the cookie, which is not stored.
    token_hash ${t.bytes} not null unique check (length(token_hash) = 32),
    account_id ${t.int} not null references account (id),
    -- null after a sign-in link, if the account has no login yet.
    login_id ${t.int} references login (id) on delete cascade,
    ip text,
    user_agent text,
    -- The password was right, the second factor is still to come.
    is_pending ${t.flag} not null default 0 check (is_pending in (0, 1)),
    -- When the person last proved who they are.
    proved_at ${t.int} not null default 0,
    created_at ${t.int} not null,
    last_seen_at ${t.int} not null,
    expires_at ${t.int} not null
  )${t.strict}`,
  "create index session_account on session (account_id)",
  "create index session_login on session (login_id)",
  "create index session_expiry on session (expires_at)",

  `create table sign_in_link (
    -- A link that signs in once.
    token_hash ${t.bytes} primary key check (length(token_hash) = 32), -- SHA-256 of the token in the link.
    account_id ${t.int} not null references account (id),
    login_id ${t.int} references login (id) on delete cascade,
    created_at ${t.int} not null,
    expires_at ${t.int} not null
  )${t.withoutRowid}`,
  "create index sign_in_link_expiry on sign_in_link (expires_at)",
  `create table sign_in_count (
    -- Wrong passwords of a browser, a network or an e-mail address.
    subject ${t.bytes} primary key check (length(subject) = 32), -- SHA-256.
    failures ${t.int} not null check (failures >= 0),
    retry_at ${t.int} not null, -- The next attempt is allowed from here on.
    expires_at ${t.int} not null -- The wrong passwords are forgotten from here on.
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
  `create table deleted_project (
    -- Projects that can be restored for some days.
    id ${t.int} primary key, -- The project had it, and gets it back.
    account_id ${t.int} not null references account (id),
    name text not null,
    created_at ${t.int} not null,
    moved_to ${t.int} not null, -- The project that its forms went to.
    forms text not null check (${t.isJson("forms")}), -- Their ids.
    deleted_at ${t.int} not null
  )${t.strict}`,
  "create index deleted_project_account on deleted_project (account_id, deleted_at)",

  `create table form (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    project_id ${t.int} references project (id), -- null only once the form is deleted.
    -- Twelve lower-case hex digits.
    uuid text not null unique check (${
      t.isPostgres ? "uuid ~ '^[0-9a-f]{12}$'" : "length(uuid) = 12 and uuid not glob '*[^0-9a-f]*'"
    }),
    name text not null,
    -- Those that differ from their defaults and that no query filters or sorts by.
    settings text not null default '{}' check (${t.isJson("settings")}),
    captcha text check (captcha is null or ${t.isJson("captcha")}),
    retention_days ${t.int} check (retention_days > 0),
    -- Whether retention_days also deletes unread submissions.
    retention_includes_unread ${t.flag} not null default 0
      check (retention_includes_unread in (0, 1)),
    -- It takes no posts, and lists of forms leave it out.
    archived ${t.flag} not null default 0 check (archived in (0, 1)),
    -- The first QueueConsumer of the form.
    queue_consumer text check (queue_consumer is null or ${t.isJson("queue_consumer")}),
    created_at ${t.int} not null,
    updated_at ${t.int} not null,
    -- If set, the API no longer returns the form, and housekeeping deletes it and its data.
    deleted_at ${t.int}
  )${t.strict}`,
  "create index form_account on form (account_id, id)",
  "create index form_project on form (project_id)",
  "create index form_deleted on form (id) where deleted_at is not null",

  `create table api_key (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} references form (id) on delete cascade, -- null for keys of a project or of the whole account.
    project_id ${t.int} references project (id) on delete cascade,
    -- Who made it, and what it cannot exceed; null for keys of the server's commands, and of other keys of the account.
    login_id ${t.int} references login (id),
    name text not null,
    can_delete ${t.flag} not null check (can_delete in (0, 1)),
    hash ${t.bytes} not null unique check (length(hash) = 32), -- SHA-256 of the key, which is not stored.
    prefix text not null, -- The first characters of the key, shown to distinguish keys.
    scope text not null default 'write' check (scope in (${SCOPES})),
    allowed_ips text check (allowed_ips <> ''), -- Ranges, separated by commas; null: all addresses.
    replaces ${t.int}, -- The id of the key that this one was made for by a rotation.
    -- Requests are rejected from this time on; null: never.
    expires_at ${t.int} check (expires_at > created_at),
    last_used_at ${t.int},
    last_used_ip text,
    created_at ${t.int} not null
  )${t.strict}`,
  "create index api_key_account on api_key (account_id, id)",
  "create index api_key_form on api_key (form_id)",
  "create index api_key_project on api_key (project_id)",
  "create index api_key_login on api_key (login_id)",
  "create index api_key_replaces on api_key (replaces) where replaces is not null",
  "create index api_key_expiry on api_key (expires_at) where expires_at is not null",

  `create table device_login (
    -- Programs that wait for a person to allow them a key: RFC 8628.
    user_code text primary key check (length(user_code) = 8),
    -- Of the key to be, whose text only the program has.
    hash ${t.bytes} not null unique check (length(hash) = 32),
    prefix text not null,
    name text not null, -- What the program calls itself.
    scope text not null check (scope in (${SCOPES})),
    ip text,
    denied ${t.flag} not null default 0 check (denied in (0, 1)),
    expires_at ${t.int} not null
  )${t.withoutRowid}`,
  "create index device_login_expiry on device_login (expires_at)",

  `create table audit (
    -- The audit log. Names are copies as of the time of the change, so an entry stays readable after its
    -- subject is deleted.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    at ${t.int} not null,
    actor_kind text not null check (actor_kind in ('session', 'key', 'server', 'oidc')),
    actor text not null, -- E-mail address of the session or of single sign-on, name of the API key, or name of the command.
    ip text,
    action text not null,
    subject_kind text,
    subject_id ${t.int},
    subject text,
    project_id ${t.int}, -- Of the subject at that time; null if it is of the account.
    detail text, -- Names of the changed settings; scope and expiry of a key.
    changes text check (changes is null or ${t.isJson("changes")}), -- AuditChange of each changed setting.
    times ${t.int} not null default 1 check (times >= 1) -- Counts repeated attempts that share one entry.
  )${t.strict}`,
  "create index audit_account on audit (account_id, id)",
  "create index audit_actor on audit (account_id, actor, id)",
  "create index audit_project on audit (project_id, id) where project_id is not null",
  "create index audit_action on audit (account_id, action, id)",
  "create index audit_age on audit (at)",
];
