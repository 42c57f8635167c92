/** People who sign in by single sign-on: finding, adding and changing them as their provider says. */
import { type Selectable, sql } from "kysely";
import { factorDueAt, type FactorRule } from "../../domain/account/second-factor.ts";
import type { Access, AccessByGroup, Identity } from "../../domain/account/single-sign-on.ts";
import { accessOf } from "../../domain/account/single-sign-on.ts";
import { idsText, isAmong, lockName, lockRow } from "../engine/dialect.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { confirmWithoutLink } from "../mail/mail-addresses.ts";
import { renewPeople } from "../mail/recipients.ts";
import { endAccess, findMember, isLastOwner, updateMember } from "./members.ts";
import { beginSession, type NewSession } from "./sessions.ts";

interface SignInArgs {
  readonly identity: Identity;
  /** `undefined` = access is given in Intray only. */
  readonly roles: AccessByGroup | undefined;
  readonly session: NewSession;
  /** Of a password that nobody knows, for a person who has none. */
  readonly password_hash: string;
}

const COLUMNS = [
  "id",
  "account_id",
  "email",
  "role",
  "password_hash",
  "removed_at",
  "oidc_issuer",
] as const;
type LoginRow = Pick<Selectable<Schema["login"]>, (typeof COLUMNS)[number]>;

export type Refusal =
  "no address" | "unverified address" | "address of another" | "removed" | "unknown" | "no group";

export type ProviderSignIn =
  | { readonly kind: "refused"; readonly reason: Refusal }
  | {
      readonly kind: "begun";
      readonly id: number;
      readonly account_id: number;
      readonly email: string;
      /** The second factor is still to come. */
      readonly isPending: boolean;
      readonly change: "none" | "added" | "changed" | "last owner kept";
    };

const refused = (reason: Refusal): ProviderSignIn => ({ kind: "refused", reason });

/**
 * Begins a session of the person with this identity, who gets the access of their groups. A person is found by issuer
 * and subject; at the first sign-in by an address that the provider has verified; or else added, if a group gives access.
 */
export async function signInByProvider(
  db: Db,
  { identity, roles, session, password_hash }: SignInArgs,
): Promise<ProviderSignIn> {
  const { email, issuer, subject, isVerified } = identity;
  const { now } = session;
  await lockName(db, `login ${email ?? subject}`);
  const known = await findKnown(db, identity);
  if (typeof known === "string") return refused(known);
  if (known !== undefined) {
    await lockRow(db, "account", known.account_id);
    // Removed in the meantime.
    if ((await findMember(db, known)) === undefined) return refused("removed");
  }
  const access = roles && accessOf(roles, identity.groups);
  const isKept =
    known !== undefined &&
    roles !== undefined &&
    access?.role !== "owner" &&
    (await isLastOwner(db, known, known.account_id));
  if (roles !== undefined && access === undefined && !isKept) {
    if (known !== undefined) await endAccess(db, known.id);
    return refused("no group");
  }
  if (known === undefined && access === undefined) return refused("unknown");
  if (known === undefined && email === undefined) return refused("no address");
  const { id, account_id } = known ?? (await addLogin(db, identity, now));
  const isChanged =
    access !== undefined && !isKept && (await giveAccess(db, { id, account_id, now }, access));
  await db
    .updateTable("login")
    .set({ oidc_issuer: null, oidc_subject: null })
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .where("id", "!=", id)
    .execute();
  const hadPassword = known?.password_hash != null;
  // Whoever has opened the link of an invitation has not proved to be this person.
  if (!hadPassword) await endAccess(db, id);
  if (!hadPassword && email !== undefined && isVerified) {
    await confirmWithoutLink(db, { account_id, address: email, now });
  }
  const login = await db
    .updateTable("login")
    .set((old) => ({
      oidc_issuer: issuer,
      oidc_subject: subject,
      password_hash: old.fn.coalesce("password_hash", old.val(password_hash)),
    }))
    .where("id", "=", id)
    .returning(["email", "role"])
    .executeTakeFirstOrThrow();
  if (!hadPassword) await renewPeople(db, { account_id, now });
  const rule = await db
    .selectFrom("account")
    .select([sql<FactorRule["factor_role"]>`factor_role`.as("factor_role"), "factor_from"])
    .where("id", "=", account_id)
    .executeTakeFirstOrThrow();
  // The provider asks for further factors itself, unless the account requires one of its own.
  const hasProvedFactor = (factorDueAt(rule, login.role) ?? Infinity) > now;
  const begun = { ...session, account_id, login_id: id, hasProvedFactor };
  const { isPending } = await beginSession(db, begun);
  return {
    kind: "begun",
    id,
    account_id,
    email: login.email,
    isPending,
    change:
      known === undefined ? "added" : isKept ? "last owner kept" : isChanged ? "changed" : "none",
  };
}

/** Finds who signs in, or why they may not; `undefined` for somebody new. */
async function findKnown(
  db: Db,
  { issuer, subject, email, isVerified }: Identity,
): Promise<LoginRow | Refusal | undefined> {
  const logins = db.selectFrom("login").select(COLUMNS);
  const own = await logins
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .executeTakeFirst();
  if (own?.removed_at === null) return own;
  const named =
    email === undefined ? undefined : await logins.where("email", "=", email).executeTakeFirst();
  // A person who was removed may have been invited again, at another address.
  if (named === undefined) return own === undefined ? undefined : "removed";
  if (named.removed_at !== null) return "removed";
  if (!isVerified) return "unverified address";
  return named.oidc_issuer === issuer ? "address of another" : named;
}

async function addLogin(
  db: Db,
  { email = "", name }: Identity,
  now: number,
): Promise<{ readonly id: number; readonly account_id: number }> {
  const { account_id } = await db
    .selectFrom("account")
    .select((account) => account.fn.min("id").as("account_id"))
    .$narrowType<{ account_id: number }>()
    .executeTakeFirstOrThrow();
  // The role is given next.
  const row = { account_id, email, name, role: "viewer", limited: 1 } as const;
  return db
    .insertInto("login")
    .values({ ...row, created_at: now, updated_at: now })
    .returning(["id", "account_id"])
    .executeTakeFirstOrThrow();
}

/** Returns whether that changes anything. Projects that there are not any more give no access. */
async function giveAccess(
  db: Db,
  who: { readonly id: number; readonly account_id: number; readonly now: number },
  { role, project_ids: ids }: Access,
): Promise<boolean> {
  const existing = await db
    .selectFrom("project")
    .select("id")
    .where("account_id", "=", who.account_id)
    .where(isAmong(db, "id", idsText(db, ids ?? [])))
    .orderBy("id")
    .execute();
  const project_ids = ids === null ? null : existing.map((project) => project.id);
  const before = await findMember(db, who);
  const is = (one: unknown) => JSON.stringify(one);
  if (before?.role === role && is(before.project_ids) === is(project_ids)) return false;
  await updateMember(db, { ...who, actorRole: "owner", role, project_ids });
  return true;
}

/** Ends the sessions of the person with this identity, whom it returns; `undefined` if there is none. */
export async function endProviderSessions(
  db: Db,
  { issuer, subject }: Pick<Identity, "issuer" | "subject">,
): Promise<{ readonly account_id: number; readonly email: string } | undefined> {
  const login = await db
    .selectFrom("login")
    .select(["id", "account_id", "email"])
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .executeTakeFirst();
  if (login !== undefined) {
    await db.deleteFrom("session").where("login_id", "=", login.id).execute();
  }
  return login;
}
