/** The people of an account: who they are, what they may do, and which projects they have access to. */
import { type Selectable, sql } from "kysely";
import { AppError, invalid } from "../../domain/errors.ts";
import { isForProjects, mayAs, type Role } from "../../domain/account/role.ts";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import { parseAddress } from "../../domain/mail/address.ts";
import { memberNotFound } from "../../domain/not-found.ts";
import { isAmong, idsText, lockName, lockRow } from "../engine/dialect.ts";
import { type AccountPage, idsOf, type ListPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import { removeAccountRecipient, renewAccountRecipient } from "../alerts/account-recipients.ts";
import { requireHistory } from "../engine/history.ts";
import type { Db, Flag, Schema } from "../engine/schema.ts";
import { confirmWithoutLink } from "../mail/mail-addresses.ts";
import { renewPeople } from "../mail/recipients.ts";
import { mayAsk, type NewRequest, queueRequest } from "../mail/requests.ts";
import { isSuppressed } from "../mail/subscriptions.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { HAS_FACTOR, removeAllFactors } from "./second-factors.ts";
import { createSignInLink } from "./sessions.ts";

const COLUMNS = ["id", "email", "name", "role", "limited", "password_hash", "created_at"] as const;
const WITH_FACTOR = [
  ...COLUMNS,
  sql<Flag>`case when ${HAS_FACTOR} then 1 else 0 end`.as("has_factor"),
  sql<InvitationState | null>`case when login.password_hash is null then coalesce((
    select case when delivery.state in ('queued', 'delivering') then 'queued'
      when delivery.state = 'succeeded' then 'sent' else 'failed' end
    from webhook join delivery on delivery.webhook_id = webhook.id
    where webhook.account_id = login.account_id and webhook.purpose = 'account'
      and webhook.url = 'mailto:' || login.email and delivery."trigger" = 'confirmation'
    order by delivery.id desc limit 1), 'none') end`.as("invitation_mail"),
] as const;

/** What has become of the e-mail with the link; `none` if there was none. */
type InvitationState = "none" | "queued" | "sent" | "failed";

type MemberRow = Pick<Selectable<Schema["login"]>, (typeof COLUMNS)[number]> & {
  readonly has_factor: Flag;
  readonly invitation_mail: InvitationState | null;
};

export interface MemberRecord extends Pick<
  MemberRow,
  "id" | "email" | "name" | "created_at" | "invitation_mail"
> {
  readonly role: Role;
  /** `null` = all, also those to come. */
  readonly project_ids: readonly number[] | null;
  /** Has not accepted the invitation yet. */
  readonly isInvited: boolean;
  readonly hasFactor: boolean;
}

type Which = { readonly account_id: number; readonly id: number };

const membersOf = (db: Db, account_id: number) =>
  db.selectFrom("login").where("account_id", "=", account_id).where("removed_at", "is", null);

/** People who may sign in or are invited, oldest first. */
export async function listMembers(db: Db, page: AccountPage): Promise<ListPage<MemberRecord>> {
  await requireHistory(db, "login", page);
  const all = membersOf(db, page.account_id);
  const rows = await pageById(all.select(WITH_FACTOR), page).execute();
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records: await withProjects(db, rows), count };
}

export async function findMember(
  db: Db,
  { account_id, id }: Which,
): Promise<MemberRecord | undefined> {
  const rows = await membersOf(db, account_id).select(WITH_FACTOR).where("id", "=", id).execute();
  return (await withProjects(db, rows))[0];
}

async function withProjects(db: Db, rows: readonly MemberRow[]): Promise<readonly MemberRecord[]> {
  const granted = await db
    .selectFrom("login_project")
    .innerJoin("project", "project.id", "login_project.project_id")
    .select(["login_id", "project_id"])
    .where(isAmong(db, "login_id", idsText(db, idsOf(rows))))
    .orderBy("project_id")
    .execute();
  const byLogin = Map.groupBy(granted, ({ login_id }) => login_id);
  return rows.map(({ limited, password_hash, role, has_factor, ...row }) => ({
    ...row,
    role,
    hasFactor: has_factor === 1,
    project_ids:
      limited === 0 ? null : (byLogin.get(row.id) ?? []).map(({ project_id }) => project_id),
    isInvited: password_hash === null,
  }));
}

/** What an owner or admin decides about somebody. */
export interface MemberSettings {
  readonly name?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly project_ids?: readonly number[] | null | undefined;
}

interface ByActor {
  readonly account_id: number;
  /** Of the person or key that acts: nobody gives or takes what they may not do themselves. */
  readonly actorRole: Role;
  readonly now: number;
}

export interface Invitation {
  readonly token_hash: Uint8Array;
  readonly expires_at: number;
  /** The e-mail with the link; `undefined` if e-mail is not set up. */
  readonly mail: Omit<NewRequest, "destination_id"> | undefined;
}

interface InviteArgs extends ByActor, Invitation, MemberSettings {
  readonly email: string;
  readonly role: Role;
}

/**
 * Adds somebody, who accepts by a link; a person who was removed gets access again under the old id.
 *
 * @throws AppError `conflict` if somebody has this address; `forbidden`, `invalid` as {@link updateMember}.
 */
export async function inviteMember(
  db: Db,
  { account_id, email, token_hash, expires_at, mail, now, actorRole, ...settings }: InviteArgs,
  _box?: SecretBox,
  sendable?: readonly DestinationKind[],
): Promise<MemberRecord> {
  const address = email.toLowerCase();
  await lockName(db, `login ${address}`);
  const known = await db
    .selectFrom("login")
    .select(["id", "account_id", "removed_at"])
    .where("email", "=", address)
    .executeTakeFirst();
  if (known !== undefined && (known.removed_at === null || known.account_id !== account_id)) {
    throw new AppError("conflict", `Somebody has the address ${address} already.`);
  }
  requirePower(actorRole, settings.role);
  const { id } =
    known ??
    (await db
      .insertInto("login")
      .values({ account_id, email: address, role: settings.role, created_at: now, updated_at: now })
      .returning("id")
      .executeTakeFirstOrThrow());
  const fresh = { removed_at: null, password_hash: null, role: settings.role };
  await db.updateTable("login").set(fresh).where("id", "=", id).execute();
  await save(db, { account_id, id, now }, { project_ids: null, ...settings });
  await createSignInLink(db, { token_hash, account_id, login_id: id, now, expires_at });
  await mailInvitation(db, { account_id, address, mail, now }, sendable);
  return existing(db, { account_id, id });
}

interface MailInvitationArgs extends Pick<Invitation, "mail"> {
  readonly account_id: number;
  /** In lower case. */
  readonly address: string;
  readonly now: number;
}

/** Queues the e-mail, unless the address may get none: then `invitation_mail` stays `none`. Earlier ones end. */
async function mailInvitation(
  db: Db,
  { account_id, address, mail, now }: MailInvitationArgs,
  sendable?: readonly DestinationKind[],
): Promise<void> {
  const destination_id = await renewAccountRecipient(db, { account_id, email: address, now });
  if (mail === undefined || "problem" in parseAddress(address)) return;
  if (await isSuppressed(db, account_id, address)) return;
  const request = { account_id, address, now };
  if (!(await mayAsk(db, request))) return;
  await queueRequest(db, request, { destination_id, ...mail }, sendable);
}

/** Makes a new link for somebody who has not accepted yet; earlier ones end, and what they began. @throws AppError `not_found`, `conflict`, `forbidden`. */
export async function inviteAgain(
  db: Db,
  { account_id, id, actorRole, token_hash, expires_at, mail, now }: ByActor & Which & Invitation,
  _box?: SecretBox,
  sendable?: readonly DestinationKind[],
): Promise<MemberRecord> {
  // Nobody accepts meanwhile: a link would sign in without the password.
  await lockRow(db, "login", id);
  const member = await existing(db, { account_id, id });
  requirePower(actorRole, member.role);
  if (!member.isInvited) {
    throw new AppError("conflict", `${member.email} has accepted the invitation already.`);
  }
  await endAccess(db, id);
  await createSignInLink(db, { token_hash, account_id, login_id: id, now, expires_at });
  await mailInvitation(db, { account_id, address: member.email, mail, now }, sendable);
  return existing(db, { account_id, id });
}

/**
 * Changes the role, the projects or the name of a person. Less access ends the sessions.
 *
 * @throws AppError `not_found`; `forbidden` for an owner, or to make one, unless by an owner; `conflict` for the last owner;
 *   `invalid` for an unknown project, or projects of an owner or admin.
 */
export async function updateMember(
  db: Db,
  { account_id, id, actorRole, now, ...settings }: ByActor & Which & MemberSettings,
): Promise<MemberRecord> {
  await lockRow(db, "account", account_id);
  const before = await existing(db, { account_id, id });
  requirePower(actorRole, before.role);
  if (settings.role !== undefined) {
    requirePower(actorRole, settings.role);
    if (settings.role !== "owner") await requireOtherOwner(db, before, account_id);
  }
  const role = settings.role ?? before.role;
  const project_ids =
    settings.project_ids === undefined && isForProjects(role)
      ? before.project_ids
      : (settings.project_ids ?? null);
  await save(db, { account_id, id, now }, { ...settings, role, project_ids });
  await renewPeople(db, { account_id, now });
  const after = await existing(db, { account_id, id });
  const isLess =
    !mayAs(after.role, before.role) ||
    (after.project_ids !== null &&
      (before.project_ids === null ||
        before.project_ids.some((one) => after.project_ids?.includes(one) === false)));
  if (isLess) {
    await endAccess(db, id);
    await removeAccountRecipient(db, { account_id, email: after.email });
  }
  return after;
}

/**
 * Takes all access from a person: sessions, links, the password and second factors end. Notes and marks keep naming them.
 *
 * @throws AppError `not_found`; `forbidden` for an owner, unless by an owner; `conflict` for the last owner.
 */
export async function removeMember(
  db: Db,
  { account_id, id, actorRole, now }: ByActor & Which,
): Promise<MemberRecord> {
  await lockRow(db, "account", account_id);
  const member = await existing(db, { account_id, id });
  requirePower(actorRole, member.role);
  await requireOtherOwner(db, member, account_id);
  await endAccess(db, id);
  await removeAllFactors(db, id);
  await db
    .updateTable("login")
    .set({ removed_at: now, password_hash: null, updated_at: now })
    .where("id", "=", id)
    .execute();
  await renewPeople(db, { account_id, now });
  await removeAccountRecipient(db, { account_id, email: member.email });
  return member;
}

/** Ends the sessions and sign-in links of a person. */
export async function endAccess(db: Db, login_id: number): Promise<void> {
  await db.deleteFrom("session").where("login_id", "=", login_id).execute();
  await db.deleteFrom("sign_in_link").where("login_id", "=", login_id).execute();
}

async function existing(db: Db, which: Which): Promise<MemberRecord> {
  const member = await findMember(db, which);
  if (member === undefined) throw memberNotFound(which.id);
  return member;
}

function requirePower(actorRole: Role, role: Role): void {
  if (mayAs(actorRole, role)) return;
  throw new AppError("forbidden", "Only an owner can add, change or remove an owner.");
}

/** Whether the account would have no owner without this person. */
export async function isLastOwner(
  db: Db,
  { id, role }: Pick<MemberRecord, "id" | "role">,
  account_id: number,
): Promise<boolean> {
  if (role !== "owner") return false;
  const other = await membersOf(db, account_id)
    .select("id")
    .where("role", "=", "owner")
    .where("password_hash", "is not", null)
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function requireOtherOwner(db: Db, member: MemberRecord, account_id: number) {
  if (!(await isLastOwner(db, member, account_id))) return;
  throw new AppError(
    "conflict",
    "This is the account's last owner. Make somebody else an owner first, who has accepted the invitation.",
  );
}

async function save(
  db: Db,
  { account_id, id, now }: Which & { readonly now: number },
  { name, role, project_ids = null }: MemberSettings & { readonly role: Role },
): Promise<void> {
  if (project_ids !== null && !isForProjects(role)) {
    throw invalid("project_ids", `The role ${role} is for all projects. Leave project_ids out.`);
  }
  const wanted = project_ids === null ? [] : [...new Set(project_ids)];
  const projects = await db
    .selectFrom("project")
    .select("id")
    .where("account_id", "=", account_id)
    .where(isAmong(db, "id", idsText(db, wanted)))
    .execute();
  const missing = wanted.find((one) => !projects.some((project) => project.id === one));
  if (missing !== undefined) {
    throw invalid("project_ids", `There is no project ${missing} in this account.`);
  }
  await db
    .updateTable("login")
    .set({
      role,
      limited: project_ids === null ? 0 : 1,
      updated_at: now,
      ...(name !== undefined && { name }),
    })
    .where("id", "=", id)
    .execute();
  await db.deleteFrom("login_project").where("login_id", "=", id).execute();
  const rows = wanted.map((project_id) => ({ login_id: id, project_id }));
  if (rows.length > 0) await db.insertInto("login_project").values(rows).execute();
}

/** Chooses the password of an invitation that is accepted. @throws AppError `conflict` if it was chosen already. */
export async function acceptInvitation(
  db: Db,
  {
    login_id,
    password_hash,
    now,
  }: { readonly login_id: number; readonly password_hash: string; readonly now: number },
): Promise<void> {
  const accepted = await db
    .updateTable("login")
    .set({ password_hash, updated_at: now })
    .where("id", "=", login_id)
    .where("password_hash", "is", null)
    .where("removed_at", "is", null)
    .returning(["account_id", "email"])
    .executeTakeFirst();
  if (accepted === undefined) {
    throw new AppError("conflict", "This invitation was accepted already. Sign in.");
  }
  await renewPeople(db, { account_id: accepted.account_id, now });
  await confirmWithoutLink(db, { account_id: accepted.account_id, address: accepted.email, now });
}
