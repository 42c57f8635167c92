/** Tables of accounts: logins, sessions, projects, API keys and the audit log. */
import type { Generated } from "kysely";
import type { KeyScope } from "../../domain/account/api-key.ts";
import type { AuditAction, AuditSubject } from "../../domain/account/audit.ts";
import type { Flag, Json } from "./column-types.ts";

export interface AccountTable {
  id: Generated<number>;
  name: string;
  email: string | null;
  created_at: number;
  /** The first `QueueConsumer` of all forms together. */
  queue_consumer: Generated<Json | null>;
}

/** An e-mail address and password for the dashboard. */
export interface LoginTable {
  id: Generated<number>;
  account_id: number;
  /** In lower case. */
  email: string;
  /** Written by `password.ts`, including its parameters. */
  password_hash: string;
  /** Included in the signature of known-browser cookies; a higher value makes all of them invalid. */
  browser_generation: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** A session of the dashboard. */
export interface SessionTable {
  id: Generated<number>;
  /** SHA-256 of the cookie, which is not stored. */
  token_hash: Buffer;
  account_id: number;
  /** `null` after a sign-in link, if the account has no login yet. */
  login_id: number | null;
  ip: string | null;
  user_agent: string | null;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
}

/** A link that signs in once. */
export interface SignInLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  account_id: number;
  login_id: number | null;
  created_at: number;
  expires_at: number;
}

/** Wrong passwords of a browser, a network or an e-mail address. */
export interface SignInCountTable {
  /** SHA-256. */
  subject: Buffer;
  failures: number;
  /** The next attempt is allowed from here on. */
  retry_at: number;
  /** The wrong passwords are forgotten from here on. */
  expires_at: number;
}

export interface ProjectTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  created_at: number;
  updated_at: number;
}

export interface ApiKeyTable {
  id: Generated<number>;
  account_id: number;
  /** `null` for keys of the whole account. */
  form_id: number | null;
  name: string;
  can_delete: Flag;
  /** SHA-256 of the key, which is not stored. */
  hash: Buffer;
  /** The first characters of the key, shown to distinguish keys. */
  prefix: string;
  scope: Generated<KeyScope>;
  /** Requests are rejected from this time on; `null`: never. */
  expires_at: number | null;
  last_used_at: number | null;
  created_at: number;
}

/** The audit log, with names as of the time of the change. */
export interface AuditTable {
  id: Generated<number>;
  account_id: number;
  at: number;
  actor_kind: "session" | "key" | "server";
  /** E-mail address of the session, name of the API key, or name of the command. */
  actor: string;
  ip: string | null;
  action: AuditAction;
  subject_kind: AuditSubject | null;
  subject_id: number | null;
  subject: string | null;
  /** Names of the changed settings, never their values; scope and expiry of a key. */
  detail: string | null;
  times: Generated<number>;
}
