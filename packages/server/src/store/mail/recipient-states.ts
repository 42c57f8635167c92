/** Whether e-mail recipients get anything: it follows from their addresses and from who unsubscribed. */
import { type RawBuilder, sql } from "kysely";
import { forChanging, isPostgres, idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { addressKey, parseAddressList } from "../../domain/mail/address.ts";
import { type MailSettings, RECIPIENT_LISTS } from "../../domain/mail/settings.ts";

/** The e-mail recipients of a form's notifications and digests, among all destinations. */
export const IS_RECIPIENT = sql<boolean>`webhook.kind = 'email' and webhook.purpose = 'submissions'`;

/** The address of an e-mail destination as the tables of addresses have it: without `mailto:`, in lower case. */
export const RECIPIENT_KEY = sql<string>`lower(substr(webhook.url, 8))`;

/**
 * Why a recipient is disabled; `null` if it is not. A recipient who unsubscribed stays so, whatever else changes. One
 * without a row has not confirmed.
 */
const DISABLED_REASON: RawBuilder<string | null> = sql`case
  when exists (select 1 from mail_unsubscription u
    where u.form_id = webhook.form_id and u.address = ${RECIPIENT_KEY}) then 'unsubscribed'
  else nullif(coalesce((select case when a.suppressed_at is not null then 'suppressed'
      when a.confirmed_at is null then 'not_confirmed' else '' end
    from mail_address a
    where a.account_id = webhook.account_id and a.address = ${RECIPIENT_KEY}), 'not_confirmed'), '')
  end`;

/**
 * As `webhook.disabled_reason`, and for a recipient with the address of a person who was removed, or has no access to the
 * form: `no_access`. It is read whenever something is sent, since access changes without the row.
 */
export const REFUSED_REASON: RawBuilder<string | null> = sql`case
  when ${IS_RECIPIENT} and exists (select 1 from login
    where login.email = ${RECIPIENT_KEY} and login.account_id = webhook.account_id
      and (login.removed_at is not null
        or (login.limited = 1 and not exists (select 1 from form
          join login_project on login_project.project_id = form.project_id
          where form.id = webhook.form_id and login_project.login_id = login.id)))) then 'no_access'
  else webhook.disabled_reason end`;

interface Which {
  readonly account_id: number;
  /** Recipients of these forms; default: of all. */
  readonly formIds?: readonly number[] | undefined;
  /** Recipients with one of these addresses, in lower case; default: all. */
  readonly addresses?: readonly string[] | undefined;
}

/**
 * Enables and disables recipients as the tables of addresses say. Call it in the transaction that changes one
 * of these tables or adds recipients, after {@link lockAddresses}: everybody locks addresses before destinations, and
 * both in one order, so that no two transactions wait for each other.
 */
export async function refreshRecipients(
  db: Db,
  { account_id, formIds, addresses }: Which,
): Promise<void> {
  const which = sql<boolean>`${IS_RECIPIENT} and webhook.account_id = ${account_id}
    and ${formIds === undefined ? sql`true` : isAmong(db, "webhook.form_id", idsText(db, formIds))}
    and ${addresses === undefined ? sql`true` : sql`${RECIPIENT_KEY} in (${sql.join(addresses)})`}`;
  if (addresses?.length === 0) return;
  if (isPostgres(db)) {
    const rows = db.selectFrom("webhook").select("id").where(which).orderBy("id");
    await forChanging(db, rows).execute();
  }
  await db
    .updateTable("webhook")
    .set({
      disabled_reason: DISABLED_REASON,
      enabled: sql<0 | 1>`case when ${DISABLED_REASON} is null then 1 else 0 end`,
    })
    .where(which)
    .execute();
}

/** Locks addresses, in their order, so that changes of them and of their recipients take turns. */
export async function lockAddresses(
  db: Db,
  { account_id, addresses }: { readonly account_id: number; readonly addresses: readonly string[] },
): Promise<void> {
  if (addresses.length === 0) return;
  await forChanging(
    db,
    db
      .selectFrom("mail_address")
      .select("id")
      .where("account_id", "=", account_id)
      .where("address", "in", [...addresses])
      .orderBy(inOrder(db)),
  ).execute();
}

/** The order in which addresses are locked, which is that of JavaScript too. */
export const inOrder = (db: Db) =>
  isPostgres(db) ? sql`mail_address.address collate "C"` : sql`mail_address.address`;

type List = (typeof RECIPIENT_LISTS)[keyof typeof RECIPIENT_LISTS];

/** For each list its addresses that wait for their confirmation. */
export type PendingRecipients = Readonly<Record<`${List}_pending`, string>>;

/** The recipients of a form who still have to confirm their address, as lists like those of the settings. */
export const hasRecipients = (settings: Pick<MailSettings, List>): boolean =>
  Object.values(RECIPIENT_LISTS).some((list) => settings[list] !== "");

/** @param waiting The form's entry in {@link waitingAddresses}. */
export function pendingRecipients(
  settings: Pick<MailSettings, List>,
  waiting: ReadonlySet<string> = new Set(),
): PendingRecipients {
  const pending = (list: List) => {
    const parsed = parseAddressList(settings[list]);
    const all = "addresses" in parsed ? parsed.addresses : [];
    return all.filter((address) => waiting.has(addressKey(address))).join(", ");
  };
  return {
    notification_emails_pending: pending("notification_emails"),
    notification_cc_emails_pending: pending("notification_cc_emails"),
    notification_bcc_emails_pending: pending("notification_bcc_emails"),
  };
}

/** The addresses of each form that wait for their confirmation. Reads nothing for no forms: most have no recipients. */
export async function waitingAddresses(
  db: Db,
  formIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (formIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("webhook")
    .select(["form_id", RECIPIENT_KEY.as("address")])
    .where(isAmong(db, "form_id", idsText(db, formIds)))
    .where(IS_RECIPIENT)
    .where("disabled_reason", "=", "not_confirmed")
    .execute();
  const byForm = Map.groupBy(rows, ({ form_id }) => form_id ?? 0);
  return new Map([...byForm].map(([id, of]) => [id, new Set(of.map(({ address }) => address))]));
}
