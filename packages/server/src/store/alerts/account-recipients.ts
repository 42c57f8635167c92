/** The e-mail destinations of an account: one for each sign-in address. */
import { mayAs } from "../../domain/account/role.ts";
import { MAILTO } from "../../domain/delivery/destination.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import { listLogins } from "../accounts/login-access.ts";
import { newEmailDestination } from "../destinations/email-destination.ts";
import { idsText, isAmong, lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

/** Replaces the destination of a sign-in address: what is queued to it is not sent any more. @returns Its id. */
export async function renewAccountRecipient(
  db: Db,
  { account_id, email, now }: AccountAddress & { readonly now: number },
): Promise<number> {
  await removeAccountRecipient(db, { account_id, email });
  return addAccountRecipient(db, { account_id, email, now });
}

/** Deletes the destination of a sign-in address: what is queued to it is not sent any more. */
export async function removeAccountRecipient(
  db: Db,
  { account_id, email }: AccountAddress,
): Promise<void> {
  await db
    .deleteFrom("webhook")
    .where("account_id", "=", account_id)
    .where("kind", "=", "email")
    .where("purpose", "=", "account")
    .where("url", "=", MAILTO + email)
    .execute();
}

async function addAccountRecipient(
  db: Db,
  { account_id, email, now }: AccountAddress & { readonly now: number },
): Promise<number> {
  const { id } = await db
    .insertInto("webhook")
    .values(
      newEmailDestination({
        purpose: "account",
        account_id,
        name: email,
        url: MAILTO + email,
        takes_submissions: 0,
        enabled: 1,
        recipient_role: "to",
        now,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type AccountAddress = { readonly account_id: number; readonly email: string };

export interface AccountRecipient {
  /** Of the destination. */
  readonly id: number;
  readonly email: string;
  /** Whose alerts the person may see; `null` = those of all projects and of the account. */
  readonly project_ids: ReadonlySet<number> | null;
}

/** The lowest role whose people get alerts by e-mail: the same that may list them. */
const MIN_ROLE = "editor";

/**
 * Creates the destinations of new sign-in addresses and deletes those of addresses that are none any more. Their
 * log stays.
 *
 * @returns One for each person who may see alerts, without those to which e-mails fail for good, or cannot be sent.
 */
export async function syncAccountRecipients(
  db: Db,
  { account_id, now }: { readonly account_id: number; readonly now: number },
): Promise<readonly AccountRecipient[]> {
  await lockRow(db, "account", account_id);
  const logins = await listLogins(db, account_id);
  const before = await db
    .selectFrom("webhook")
    .select(["id", "url"])
    .where("account_id", "=", account_id)
    .where("kind", "=", "email")
    .where("purpose", "=", "account")
    .execute();
  const suppressed = await suppressedAddresses(db, account_id);
  const wanted = new Set(logins.map(({ email }) => `${MAILTO}${email}`));
  const unused = before.filter(({ url }) => !wanted.has(url)).map(({ id }) => id);
  if (unused.length > 0) await db.deleteFrom("webhook").where("id", "in", unused).execute();
  const recipients: AccountRecipient[] = [];
  for (const { email, role, hasAccepted, project_ids } of logins) {
    const url = `${MAILTO}${email}`;
    const known = before.find((one) => one.url === url);
    const id = known?.id ?? (await addAccountRecipient(db, { account_id, email, now }));
    const canGetMail = !("problem" in parseAddress(email)) && !suppressed.has(addressKey(email));
    if (!canGetMail || !hasAccepted || !mayAs(role, MIN_ROLE)) continue;
    recipients.push({ id, email, project_ids });
  }
  return recipients;
}

async function suppressedAddresses(db: Db, account_id: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("mail_address")
    .select("address")
    .where("account_id", "=", account_id)
    .where("suppressed_at", "is not", null)
    .execute();
  return new Set(rows.map(({ address }) => address));
}

type ProjectIds = ReadonlyMap<number, number | null>;

/** The project of each webhook and form that alerts are about, by its id. */
export interface AlertProjects {
  readonly webhooks: ProjectIds;
  readonly forms: ProjectIds;
}

interface AlertProjectsArgs {
  readonly account_id: number;
  readonly webhookIds: readonly number[];
  readonly formIds: readonly number[];
}

export async function alertProjects(
  db: Db,
  { account_id, webhookIds, formIds }: AlertProjectsArgs,
): Promise<AlertProjects> {
  const webhooks = await db
    .selectFrom("webhook")
    .innerJoin("form", "form.id", "webhook.form_id")
    .select(["webhook.id", "form.project_id"])
    .where("webhook.account_id", "=", account_id)
    .where(isAmong(db, "webhook.id", idsText(db, webhookIds)))
    .execute();
  const forms = await db
    .selectFrom("form")
    .select(["id", "project_id"])
    .where("account_id", "=", account_id)
    .where(isAmong(db, "id", idsText(db, formIds)))
    .execute();
  const byId = (rows: typeof forms) => new Map(rows.map(({ id, project_id }) => [id, project_id]));
  return { webhooks: byId(webhooks), forms: byId(forms) };
}
