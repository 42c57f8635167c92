/** Dashboard sessions and one-time sign-in links. */
import { AppError } from "../../domain/errors.ts";
import { createLogin, type NewLogin } from "./logins.ts";
import type { Db } from "../engine/schema.ts";

/** A session expires after this many days without use. */
const SESSION_DAYS = 30;
export const SESSION_MS = SESSION_DAYS * 86_400_000;

/** A session with its account and login. */
export interface SessionRecord {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
  readonly login_id: number | null;
  /** `null` until the owner chooses one on the welcome page. */
  readonly email: string | null;
  readonly last_seen_at: number;
}

/** A session as shown in its owner's list of sessions. */
export interface SessionEntry {
  readonly id: number;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly created_at: number;
  readonly last_seen_at: number;
}

export interface NewSession {
  readonly token_hash: Uint8Array;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly now: number;
}

interface Owner {
  readonly account_id: number;
  readonly login_id: number | null;
}

/** Finds a session by the SHA-256 of its cookie; `undefined` if it is unknown, ended or expired. */
export async function findSession(
  db: Db,
  { token_hash, now }: { readonly token_hash: Uint8Array; readonly now: number },
): Promise<SessionRecord | undefined> {
  return db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .leftJoin("login", "login.id", "session.login_id")
    .select([
      "session.id",
      "session.account_id",
      "account.name as account_name",
      "session.login_id",
      "login.email",
      "session.last_seen_at",
    ])
    .where("session.token_hash", "=", Buffer.from(token_hash))
    .where("session.expires_at", ">", now)
    .executeTakeFirst();
}

/** Current sessions of a login, newest first; at most 100. */
export async function listSessions(
  db: Db,
  { login_id, now }: { readonly login_id: number; readonly now: number },
): Promise<readonly SessionEntry[]> {
  return db
    .selectFrom("session")
    .select(["id", "ip", "user_agent", "created_at", "last_seen_at"])
    .where("login_id", "=", login_id)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

/** @param replaced_hash Token hash of the browser's previous session, which ends. */
export async function beginSession(
  db: Db,
  session: NewSession & Owner & { readonly replaced_hash?: Uint8Array | undefined },
): Promise<void> {
  if (session.replaced_hash !== undefined) {
    await db
      .deleteFrom("session")
      .where("token_hash", "=", Buffer.from(session.replaced_hash))
      .execute();
  }
  await insertSession(db, session);
}

async function insertSession(
  db: Db,
  { token_hash, account_id, login_id, ip, user_agent, now }: NewSession & Owner,
): Promise<void> {
  await db
    .insertInto("session")
    .values({
      token_hash: Buffer.from(token_hash),
      account_id,
      login_id,
      ip,
      user_agent,
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_MS,
    })
    .execute();
}

/** Records that a session is used, and extends it. */
export async function touchSession(
  db: Db,
  { id, now }: { readonly id: number; readonly now: number },
): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_seen_at: now, expires_at: now + SESSION_MS })
    .where("id", "=", id)
    .execute();
}

/** Ends a session; with `login_id` only one of that login. Returns whether there was one. */
export async function endSession(
  db: Db,
  { id, login_id }: { readonly id: number; readonly login_id?: number },
): Promise<boolean> {
  const ended = await db
    .deleteFrom("session")
    .where("id", "=", id)
    .$if(login_id !== undefined, (query) => query.where("login_id", "=", login_id ?? 0))
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends all sessions of a login except `kept_id`. */
export async function endSessions(
  db: Db,
  { login_id, kept_id }: { readonly login_id: number; readonly kept_id: number },
): Promise<void> {
  await db
    .deleteFrom("session")
    .where("login_id", "=", login_id)
    .where("id", "!=", kept_id)
    .execute();
}

export async function createSignInLink(
  db: Db,
  link: Owner & {
    readonly token_hash: Uint8Array;
    readonly now: number;
    readonly expires_at: number;
  },
): Promise<void> {
  await db
    .insertInto("sign_in_link")
    .values({
      token_hash: Buffer.from(link.token_hash),
      account_id: link.account_id,
      login_id: link.login_id,
      created_at: link.now,
      expires_at: link.expires_at,
    })
    .execute();
}

/** Whether a link is valid; does not use it up. */
export async function isSignInLink(
  db: Db,
  { token_hash, now }: { readonly token_hash: Uint8Array; readonly now: number },
): Promise<boolean> {
  const found = await db
    .selectFrom("sign_in_link")
    .select("expires_at")
    .where("token_hash", "=", Buffer.from(token_hash))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a link up and begins a session. Returns whether the link was valid. */
export async function redeemSignInLink(
  db: Db,
  {
    link_hash,
    session,
    replaced_hash,
  }: {
    readonly link_hash: Uint8Array;
    readonly session: NewSession;
    readonly replaced_hash?: Uint8Array | undefined;
  },
): Promise<boolean> {
  const link = await db
    .deleteFrom("sign_in_link")
    .where("token_hash", "=", Buffer.from(link_hash))
    .where("expires_at", ">", session.now)
    .returning(["account_id", "login_id"])
    .executeTakeFirst();
  if (link === undefined) return false;
  await beginSession(db, { ...session, ...link, replaced_hash });
  return true;
}

/**
 * Creates a login and attaches it to a session that a sign-in link began without one.
 *
 * @throws AppError `conflict` if the session has a login, or there is a login with the address.
 */
export async function createLoginForSession(
  db: Db,
  {
    session_id,
    account_id,
    login,
    now,
  }: {
    readonly session_id: number;
    readonly account_id: number;
    readonly login: NewLogin;
    readonly now: number;
  },
): Promise<void> {
  const { id } = await createLogin(db, { ...login, account_id, now });
  const updated = await db
    .updateTable("session")
    .set({ login_id: id })
    .where("id", "=", session_id)
    .where("login_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (updated === undefined) {
    throw new AppError("conflict", "This session already has an e-mail address and a password.");
  }
}

/**
 * Deletes expired sessions and sign-in links, at most `limit` of each.
 *
 * @returns The larger of the two counts; call again while it is `limit`.
 */
export async function pruneSessions(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<number> {
  const deleteExpired = async (table: "session" | "sign_in_link") => {
    const deleted = await db
      .deleteFrom(table)
      .where("token_hash", "in", (expired) =>
        expired
          .selectFrom(table)
          .select("token_hash")
          .where("expires_at", "<=", now)
          .orderBy("expires_at")
          .limit(limit),
      )
      .returning("created_at")
      .execute();
    return deleted.length;
  };
  return Math.max(await deleteExpired("session"), await deleteExpired("sign_in_link"));
}
