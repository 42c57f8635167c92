/** The table mail_address: show, confirm, release and prune addresses. */
import { type Selectable, sql } from "kysely";
import type { RecipientRole } from "../../domain/delivery/destination.ts";
import { addressKey } from "../../domain/mail/address.ts";
import { type AccountScope, idsOf } from "../engine/paging.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { forChanging, forRemoving } from "../engine/dialect.ts";
import {
  IS_RECIPIENT,
  inOrder,
  RECIPIENT_KEY,
  REFUSED_REASON,
  refreshRecipients,
} from "./recipient-states.ts";

type MailAddressRecord = Omit<
  Selectable<Schema["mail_address"]>,
  "account_id" | "link_token" | "created_at" | "unused_since"
>;

export interface RecipientRecord extends MailAddressRecord {
  readonly role: RecipientRole | null;
  readonly disabled_reason: string | null;
}

const COLUMNS = [
  "mail_address.id",
  "mail_address.confirmed_at",
  "mail_address.confirmation_sent_at",
  "mail_address.failure_count",
  "mail_address.suppressed_at",
  "mail_address.suppressed_reason",
] as const;

/** Recipients of a form, in the order in which they were added. */
export const listRecipients = async (
  db: Db,
  { form_id }: { readonly form_id: number },
): Promise<readonly RecipientRecord[]> =>
  db
    .selectFrom("webhook")
    .innerJoin("mail_address", (join) =>
      join
        .onRef("mail_address.account_id", "=", "webhook.account_id")
        .on("mail_address.address", "=", RECIPIENT_KEY),
    )
    .select(COLUMNS)
    .select(["webhook.name as address", "webhook.recipient_role as role"])
    .select(REFUSED_REASON.as("disabled_reason"))
    .where("webhook.form_id", "=", form_id)
    .where(IS_RECIPIENT)
    .orderBy("webhook.id")
    .execute();

/** A recipient of a form that gets nothing, or that e-mails have failed for. */
export interface TroubledRecipient {
  /** Of the destination. */
  readonly id: number;
  readonly address: string;
  readonly form_id: number | null;
  /** What people know the form by. */
  readonly form: string;
  readonly disabled_reason: string | null;
  readonly failing_since: number | null;
  readonly last_failure_at: number | null;
}

/** Such recipients of all forms of an account, those that get nothing first. */
export const troubledRecipients = (
  db: Db,
  { account_id, limit, ...scope }: AccountScope & { readonly limit: number },
): Promise<readonly TroubledRecipient[]> =>
  db
    .selectFrom("webhook")
    .innerJoin("form", "form.id", "webhook.form_id")
    .select(["webhook.id", "webhook.name as address", "webhook.form_id"])
    .select(REFUSED_REASON.as("disabled_reason"))
    .select(["webhook.failing_since", "webhook.last_failure_at", FORM_LABEL.as("form")])
    .where("webhook.account_id", "=", account_id)
    .where(IS_RECIPIENT)
    .where("form.deleted_at", "is", null)
    .where(ofForms("webhook.form_id", scope))
    .where((is) =>
      is.or([is(REFUSED_REASON, "is not", null), is("webhook.last_failure_at", "is not", null)]),
    )
    .orderBy("webhook.enabled")
    .orderBy("webhook.id")
    .limit(limit)
    .execute();

/** Links of messages that ask for a consent end after this time, so that none lies around in old mails. */
export const LINK_LIFETIME_MS = 7 * 86_400_000;

interface Confirmation {
  readonly address: string;
  /** `expired`: the last message with the link is too old. */
  readonly state: "confirmed" | "waiting" | "expired";
}

/** The address that a confirmation link names; `undefined` for an unknown link. */
export async function findConfirmation(
  db: Db,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<Confirmation | undefined> {
  const row = await db
    .selectFrom("mail_address")
    .select(["address", "confirmed_at", "confirmation_sent_at"])
    .where("link_token", "=", token)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { address, confirmed_at, confirmation_sent_at } = row;
  if (confirmed_at !== null) return { address, state: "confirmed" };
  const isExpired = (confirmation_sent_at ?? now) <= now - LINK_LIFETIME_MS;
  return { address, state: isExpired ? "expired" : "waiting" };
}

/** Confirms the address that a link names. Returns false for a link that is unknown or has expired. */
export async function confirmAddress(
  db: Db,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<boolean> {
  const confirmed = await db
    .updateTable("mail_address")
    .set({ confirmed_at: sql<number>`coalesce(confirmed_at, ${sql.lit(now)})` })
    .where("link_token", "=", token)
    .where((row) =>
      row.or([
        row("confirmed_at", "is not", null),
        row("confirmation_sent_at", "is", null),
        row("confirmation_sent_at", ">", now - LINK_LIFETIME_MS),
      ]),
    )
    .returning(["account_id", "address"])
    .executeTakeFirst();
  if (confirmed === undefined) return false;
  const { account_id, address } = confirmed;
  await refreshRecipients(db, { account_id, addresses: [address] });
  return true;
}

interface ConfirmWithoutLinkArgs {
  readonly account_id?: number | undefined;
  readonly address?: string | undefined;
  readonly now: number;
}

/**
 * Confirms addresses without their link: those of an account's login that was added, or all that wait if this
 * installation asks for no confirmations.
 */
export async function confirmWithoutLink(
  db: Db,
  { account_id, address, now }: ConfirmWithoutLinkArgs,
): Promise<void> {
  let waiting = db
    .selectFrom("mail_address")
    .select("id")
    .where("confirmed_at", "is", null)
    // Addresses of submitters have none.
    .where("link_token", "is not", null)
    .orderBy("account_id")
    .orderBy(inOrder(db));
  if (account_id !== undefined) waiting = waiting.where("account_id", "=", account_id);
  if (address !== undefined) waiting = waiting.where("address", "=", address);
  const ids = (await forChanging(db, waiting).execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  const confirmed = await db
    .updateTable("mail_address")
    .set({ confirmed_at: now })
    .where("id", "in", ids)
    .returning(["account_id", "address"])
    .execute();
  for (const [id, own] of Map.groupBy(confirmed, (row) => row.account_id)) {
    await refreshRecipients(db, { account_id: id, addresses: own.map((row) => row.address) });
  }
}

/** Suppressed addresses of an account, recipients and submitters, the last first. */
export const listSuppressed = async (
  db: Db,
  { account_id, limit }: { readonly account_id: number; readonly limit: number },
): Promise<readonly MailAddressRecord[]> =>
  db
    .selectFrom("mail_address")
    .select(COLUMNS)
    .select("mail_address.address")
    .where("account_id", "=", account_id)
    .where("suppressed_at", "is not", null)
    .orderBy("suppressed_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Lets e-mails to a suppressed address pass again. Returns false if the account has no such suppressed address. */
export async function releaseAddress(
  db: Db,
  { account_id, address }: { readonly account_id: number; readonly address: string },
): Promise<boolean> {
  const released = await db
    .updateTable("mail_address")
    .set({ failure_count: 0, suppressed_at: null, suppressed_reason: null })
    .where("account_id", "=", account_id)
    .where("address", "=", addressKey(address))
    .where("suppressed_at", "is not", null)
    .returning("address")
    .executeTakeFirst();
  if (released === undefined) return false;
  await refreshRecipients(db, { account_id, addresses: [released.address] });
  return true;
}

const DAY_MS = 86_400_000;
/** A row is kept for this long after its last use, so that a recipient who comes back has not to confirm again. */
const KEPT_UNUSED_MS = 30 * DAY_MS;
/** Failures of e-mails to an address count for this long after the first one. */
const KEPT_FAILURES_MS = 90 * DAY_MS;

/** Needed are suppressions, recent failures, recipients, and addresses with which somebody signs in. */
const isUsed = (now: number) => sql<0 | 1>`case when suppressed_at is not null
  or (failure_count > 0 and created_at > ${sql.lit(now - KEPT_FAILURES_MS)})
  or exists (select 1 from webhook where webhook.account_id = mail_address.account_id
    and ${RECIPIENT_KEY} = mail_address.address and ${IS_RECIPIENT})
  or exists (select 1 from login where login.account_id = mail_address.account_id
    and login.email = mail_address.address) then 1 else 0 end`;

/**
 * Looks at the next `limit` rows: deletes those that have not been needed for {@link KEPT_UNUSED_MS}, and remembers
 * which are not needed. Who has unsubscribed from a form is in another table, and stays unsubscribed.
 *
 * @returns The id after which to go on; `undefined` after the last row.
 */
export async function pruneAddresses(
  db: Db,
  {
    after_id,
    now,
    limit,
  }: { readonly after_id: number; readonly now: number; readonly limit: number },
): Promise<number | undefined> {
  const rows = await forRemoving(
    db,
    db
      .selectFrom("mail_address")
      .select(["id", "unused_since"])
      .select(isUsed(now).as("is_used"))
      .where("id", ">", after_id)
      .orderBy("id")
      .limit(limit),
  ).execute();
  const change = async (unused_since: number | null, ids: readonly number[]) => {
    if (ids.length === 0) return;
    await db
      .updateTable("mail_address")
      .set({ unused_since })
      .where("id", "in", [...ids])
      .execute();
  };
  const unused = rows.filter(({ is_used }) => is_used === 0);
  await change(null, idsOf(rows.filter((row) => row.is_used === 1 && row.unused_since !== null)));
  // One from a time when the clock was ahead begins again.
  const isNew = ({ unused_since }: (typeof rows)[number]) =>
    unused_since === null || unused_since > now;
  await change(now, idsOf(unused.filter(isNew)));
  const old = unused.filter(
    (row) => !isNew(row) && (row.unused_since ?? now) <= now - KEPT_UNUSED_MS,
  );
  if (old.length > 0) await db.deleteFrom("mail_address").where("id", "in", idsOf(old)).execute();
  return rows.length < limit ? undefined : rows.at(-1)?.id;
}
