/** Logins: the users who may sign in with a password. */
import type { NotNull, Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { confirmWithoutLink } from "../mail/mail-addresses.ts";
import { renewPeople } from "../mail/recipients.ts";
import { recordCommandAudit } from "./audit.ts";
import type { AccountScope } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";

export interface NewLogin {
  /** In any letter case. */
  readonly email: string;
  readonly password_hash: string;
}

const LOGIN_COLUMNS = ["id", "account_id", "password_hash", "browser_generation"] as const;

export type Login = Readonly<Pick<Selectable<Schema["login"]>, (typeof LOGIN_COLUMNS)[number]>> & {
  readonly password_hash: string;
};

/** Whether there is an account, that is, whether a server has ever started on this database. */
export async function hasAccount(db: Db, _: Record<string, never>): Promise<boolean> {
  const account = await db.selectFrom("account").select("id").limit(1).executeTakeFirst();
  return account !== undefined;
}

/** Whether anybody may sign in with a password yet. */
export async function hasLogin(db: Db, _: Record<string, never>): Promise<boolean> {
  const login = await db.selectFrom("login").select("id").limit(1).executeTakeFirst();
  return login !== undefined;
}

/** Finds a login by e-mail address, in any letter case, unless it has no password: it is only invited, or was removed. */
export async function findLogin(
  db: Db,
  { email }: { readonly email: string },
): Promise<Login | undefined> {
  return db
    .selectFrom("login")
    .select(LOGIN_COLUMNS)
    .where("email", "=", email.toLowerCase())
    .where("password_hash", "is not", null)
    .$narrowType<{ password_hash: NotNull }>()
    .executeTakeFirst();
}

/** The address of the account's oldest login; `undefined` if nobody may sign in yet. */
export async function firstLoginAddress(
  db: Db,
  { account_id }: { readonly account_id: number },
): Promise<string | undefined> {
  const login = await db
    .selectFrom("login")
    .select("email")
    .where("account_id", "=", account_id)
    .where("removed_at", "is", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return login?.email;
}

/** Of the people of an account as many are offered as assignees. */
const MAX_PEOPLE = 500;

/** Who can be an assignee; for a person with access to some projects only that person. */
export async function listPeople(
  db: Db,
  { account_id, member_id }: Pick<AccountScope, "account_id" | "member_id">,
) {
  return db
    .selectFrom("login")
    .select(["id", "email"])
    .where("account_id", "=", account_id)
    .where("password_hash", "is not", null)
    .$if(member_id !== undefined, (query) => query.where("id", "=", member_id ?? 0))
    .orderBy("email")
    .limit(MAX_PEOPLE)
    .execute();
}

/** @throws AppError `conflict` if there is a login with this address. */
export async function createLogin(
  db: Db,
  {
    account_id,
    email,
    password_hash,
    now,
  }: NewLogin & { readonly account_id: number; readonly now: number },
): Promise<{ readonly id: number }> {
  const created = await db
    .insertInto("login")
    .values({
      account_id,
      email: email.toLowerCase(),
      password_hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created !== undefined) {
    await renewPeople(db, { account_id, now });
    await confirmWithoutLink(db, { account_id, address: email.toLowerCase(), now });
    return created;
  }
  throw new AppError(
    "conflict",
    `There is already a login for ${email}. Use reset-password to set a new password.`,
  );
}

/** Sets a login's password, and deletes all of its sessions and sign-in links. @throws AppError `not_found`. */
export async function setPassword(
  db: Db,
  { email, password_hash, now }: NewLogin & { readonly now: number },
): Promise<void> {
  const { id, account_id } = await requireLogin(db, email);
  await db
    .updateTable("login")
    .set({ password_hash, updated_at: now })
    .where("id", "=", id)
    .execute();
  await db.deleteFrom("session").where("login_id", "=", id).execute();
  await db.deleteFrom("sign_in_link").where("login_id", "=", id).execute();
  await renewPeople(db, { account_id, now });
  const entry = { action: "password.reset", detail: email } as const;
  await recordCommandAudit(db, { account_id, command: "reset-password", entry, now });
}

/** The login with an address in any letter case. @throws AppError `not_found`, which names those that exist. */
export async function requireLogin(db: Db, email: string) {
  const login = await db
    .selectFrom("login")
    .select(["id", "account_id"])
    .where("email", "=", email.toLowerCase())
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (login !== undefined) return login;
  const known = await db
    .selectFrom("login")
    .select("email")
    .where("removed_at", "is", null)
    .orderBy("id")
    .limit(10)
    .execute();
  throw new AppError(
    "not_found",
    known.length === 0
      ? "There are no logins yet. Create the first one with create-account."
      : `There is no login for ${email}. Existing logins: ${known.map((one) => one.email).join(", ")}.`,
  );
}

interface ChangePasswordArgs {
  readonly login_id: number;
  readonly password_hash: string;
  readonly keptSessionId: number;
  readonly now: number;
}

interface RenewHashArgs {
  readonly login_id: number;
  readonly before: string;
  readonly password_hash: string;
}

/** Stores another hash of the same password, unless the password has changed meanwhile. Sessions stay. */
export async function renewPasswordHash(
  db: Db,
  { login_id, before, password_hash }: RenewHashArgs,
): Promise<void> {
  await db
    .updateTable("login")
    .set({ password_hash })
    .where("id", "=", login_id)
    .where("password_hash", "=", before)
    .execute();
}

/** Sets the user's own password, and deletes the login's other sessions and all of its sign-in links. */
export async function changePassword(
  db: Db,
  { login_id, password_hash, keptSessionId, now }: ChangePasswordArgs,
): Promise<void> {
  await db
    .updateTable("login")
    .set({ password_hash, updated_at: now })
    .where("id", "=", login_id)
    .execute();
  await db
    .deleteFrom("session")
    .where("login_id", "=", login_id)
    .where("id", "!=", keptSessionId)
    .execute();
  await db.deleteFrom("sign_in_link").where("login_id", "=", login_id).execute();
}
