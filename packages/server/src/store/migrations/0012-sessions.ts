/** Who is signed in to the dashboard, and links that sign somebody in once. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
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
  "create index login_account on login (account_id)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
