/** Dashboard sessions, and the links that begin one. */
import { type Selectable, sql } from "kysely";
import type { Role } from "../../domain/account/role.ts";
import { factorDueAt, type FactorRule, PENDING_MS } from "../../domain/account/second-factor.ts";
import { AppError } from "../../domain/errors.ts";
import { createLogin, type NewLogin } from "./logins.ts";
import { HAS_FACTOR } from "./second-factors.ts";
import { lockRow } from "../engine/dialect.ts";
import { deleteOldest, type ExpiredRows } from "../engine/old-rows.ts";
import type { Db, Flag, Schema } from "../engine/schema.ts";

/** A session expires after this many days without use. */
export const SESSION_DAYS = 30;
export const SESSION_MS = SESSION_DAYS * 86_400_000;

/** A session that began further in the future than this began before the clock was corrected, and has ended. */
const MAX_CLOCK_CORRECTION_MS = 86_400_000;

/** When a session ends without further use: 30 days from now, at the latest `maxMs` after its start. */
export const sessionEnd = (created_at: number, now: number, maxMs: number): number =>
  Math.min(now + SESSION_MS, created_at + maxMs);

export interface SessionRecord {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
  readonly login_id: number | null;
  /** `null` until the owner chooses one on the welcome page. */
  readonly email: string | null;
  readonly role: Role;
  /** The login if its access is limited to projects. */
  readonly member_id: number | undefined;
  /** False until a person who was invited has chosen one. */
  readonly hasPassword: boolean;
  /** Whether the person has a passkey or an authenticator app. */
  readonly hasFactor: boolean;
  /** The second factor is still to come. */
  readonly isPending: boolean;
  /** When the person last proved who they are. */
  readonly proved_at: number;
  /** Since when the person needs a second factor, perhaps in the future; `undefined`: never. */
  readonly factorDueAt: number | undefined;
  readonly created_at: number;
  readonly last_seen_at: number;
}

export type SessionEntry = Readonly<
  Pick<Selectable<Schema["session"]>, (typeof ENTRY_COLUMNS)[number]>
>;
const ENTRY_COLUMNS = ["id", "ip", "user_agent", "created_at", "last_seen_at"] as const;

export interface NewSession {
  readonly token_hash: Uint8Array;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly now: number;
  /** See {@link sessionEnd}. */
  readonly expires_at: number;
  /** Token hash of the browser's previous session, which ends. */
  readonly replacedHash?: Uint8Array | undefined;
}

type SessionOwner = { readonly account_id: number; readonly login_id: number | null };

/** Which sessions have not expired. @param maxMs How long a session lasts, however much it is used. */
type Current = { readonly now: number; readonly maxMs: number };

/** Finds a session by the SHA-256 of its cookie; `undefined` if it is unknown, ended or expired. */
export async function findSession(
  db: Db,
  { token_hash, now, maxMs }: Current & { readonly token_hash: Uint8Array },
): Promise<SessionRecord | undefined> {
  const found = await db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .leftJoin("login", "login.id", "session.login_id")
    .select([
      "session.id",
      "session.account_id",
      "account.name as account_name",
      "session.login_id",
      "login.email",
      "login.limited",
      sql<Role | null>`login.role`.as("role"),
      sql<Flag>`case when login.password_hash is null then 0 else 1 end`.as("has_password"),
      sql<Flag>`case when ${HAS_FACTOR} then 1 else 0 end`.as("has_factor"),
      "session.is_pending",
      "session.proved_at",
      sql<FactorRule["factor_role"]>`account.factor_role`.as("factor_role"),
      "account.factor_from",
      "session.created_at",
      "session.last_seen_at",
    ])
    .where("session.token_hash", "=", Buffer.from(token_hash))
    .where("session.expires_at", ">", now)
    .where("session.created_at", ">", now - maxMs)
    .where("session.created_at", "<=", now + MAX_CLOCK_CORRECTION_MS)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { limited, has_password, has_factor, is_pending, factor_role, factor_from, ...session } =
    found;
  // The first person of an account has a session before a login.
  const role = session.role ?? "owner";
  return {
    ...session,
    role,
    member_id: limited === 1 && session.login_id !== null ? session.login_id : undefined,
    hasPassword: has_password === 1,
    hasFactor: has_factor === 1,
    isPending: is_pending === 1,
    factorDueAt: factorDueAt({ factor_role, factor_from }, role),
  };
}

/** Current sessions of a login, newest first; at most 100. */
export async function listSessions(
  db: Db,
  { login_id, now, maxMs }: Current & { readonly login_id: number },
): Promise<readonly SessionEntry[]> {
  return db
    .selectFrom("session")
    .select(ENTRY_COLUMNS)
    .where("login_id", "=", login_id)
    .where("is_pending", "=", 0)
    .where("expires_at", ">", now)
    .where("created_at", ">", now - maxMs)
    .where("created_at", "<=", now + MAX_CLOCK_CORRECTION_MS)
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

/** Whether there is any session, current or not. */
export async function hasSession(db: Db, _: Record<string, never>): Promise<boolean> {
  return (await db.selectFrom("session").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Begins a session. It waits for the second factor if the login has one, unless it was proved already: somebody who
 * has the password or a link has one factor.
 *
 * @throws AppError `unauthenticated` if the password was changed while it was compared.
 */
export async function beginSession(
  db: Db,
  session: NewSession &
    SessionOwner & {
      /** Signed in by a passkey. */
      readonly hasProvedFactor?: boolean;
      /** What the typed password was compared with. */
      readonly password_hash?: string | undefined;
    },
): Promise<{ readonly isPending: boolean }> {
  if (session.replacedHash !== undefined) {
    await db
      .deleteFrom("session")
      .where("token_hash", "=", Buffer.from(session.replacedHash))
      .execute();
  }
  const { token_hash, account_id, login_id, ip, user_agent, now, expires_at } = session;
  // A change of the password ends the sessions that are there: one that begins meanwhile waits, and sees it.
  await lockRow(db, "login", login_id ?? 0);
  const login = await db
    .selectFrom("login")
    .select([
      "password_hash",
      sql<Flag>`case when ${HAS_FACTOR} then 1 else 0 end`.as("has_factor"),
    ])
    .where("id", "=", login_id ?? 0)
    .executeTakeFirst();
  if (session.password_hash !== undefined && session.password_hash !== login?.password_hash) {
    throw new AppError("unauthenticated", "The password was changed meanwhile. Sign in again.");
  }
  const isPending = login?.has_factor === 1 && session.hasProvedFactor !== true;
  await db
    .insertInto("session")
    .values({
      token_hash: Buffer.from(token_hash),
      account_id,
      login_id,
      ip,
      user_agent,
      is_pending: isPending ? 1 : 0,
      proved_at: now,
      created_at: now,
      last_seen_at: now,
      expires_at: isPending ? now + PENDING_MS : expires_at,
    })
    .execute();
  return { isPending };
}

interface ProveSessionArgs extends Pick<NewSession, "token_hash" | "now" | "expires_at"> {
  readonly id: number;
}

/** Records that the person of a session has proved who they are; one that waited for it begins. @param token_hash Of its new cookie. */
export async function proveSession(
  db: Db,
  { id, token_hash, now, expires_at }: ProveSessionArgs,
): Promise<void> {
  await db
    .updateTable("session")
    .set({ token_hash: Buffer.from(token_hash), is_pending: 0, proved_at: now, expires_at })
    .where("id", "=", id)
    .execute();
}

/** Records that a session is used, and extends it. @param expires_at See {@link sessionEnd}. */
export async function touchSession(
  db: Db,
  {
    id,
    now,
    expires_at,
  }: { readonly id: number; readonly now: number; readonly expires_at: number },
): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_seen_at: now, expires_at })
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

/** Ends all sessions of a login except `keptId`, and makes its browsers unknown. */
export async function endSessions(
  db: Db,
  { login_id, keptId }: { readonly login_id: number; readonly keptId: number },
): Promise<void> {
  await db
    .deleteFrom("session")
    .where("login_id", "=", login_id)
    .where("id", "!=", keptId)
    .execute();
  await db
    .updateTable("login")
    .set((old) => ({ browser_generation: old("browser_generation", "+", 1) }))
    .where("id", "=", login_id)
    .execute();
}

interface CreateLoginForSessionArgs {
  readonly sessionId: number;
  readonly account_id: number;
  readonly login: NewLogin;
  readonly now: number;
}

/**
 * Creates a login and attaches it to a session that a sign-in link began without one.
 *
 * @throws AppError `conflict` if the session has a login, or there is a login with the address.
 */
export async function createLoginForSession(
  db: Db,
  { sessionId, account_id, login, now }: CreateLoginForSessionArgs,
): Promise<void> {
  const { id } = await createLogin(db, { ...login, account_id, now });
  const updated = await db
    .updateTable("session")
    .set({ login_id: id })
    .where("id", "=", sessionId)
    .where("login_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (updated === undefined) {
    throw new AppError("conflict", "This session already has an e-mail address and a password.");
  }
}

/**
 * Deletes expired sessions, sign-in links, challenges and counts of wrong passwords, at most `limit` of each.
 *
 * @returns The largest of the counts; call again while it is `limit`.
 */
export async function pruneSessions(db: Db, { now, limit }: ExpiredRows): Promise<number> {
  const expired = { until: now, limit };
  const time = "expires_at";
  return Math.max(
    await deleteOldest(db, { table: "session", key: "token_hash", time }, expired),
    await deleteOldest(db, { table: "sign_in_link", key: "token_hash", time }, expired),
    await deleteOldest(db, { table: "sign_in_count", key: "subject", time }, expired),
    await deleteOldest(db, { table: "passkey_challenge", key: "hash", time }, expired),
  );
}

export async function createSignInLink(
  db: Db,
  link: SessionOwner & {
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

interface RedeemSignInLinkArgs {
  readonly linkHash: Uint8Array;
  readonly session: NewSession;
}

/** Uses a link up and begins a session. Returns whether the link was valid. */
export async function redeemSignInLink(
  db: Db,
  { linkHash, session }: RedeemSignInLinkArgs,
): Promise<boolean> {
  const link = await db
    .deleteFrom("sign_in_link")
    .where("token_hash", "=", Buffer.from(linkHash))
    .where("expires_at", ">", session.now)
    .returning(["account_id", "login_id"])
    .executeTakeFirst();
  if (link === undefined) return false;
  await beginSession(db, { ...session, ...link });
  return true;
}
