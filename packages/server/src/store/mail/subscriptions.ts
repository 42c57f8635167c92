/**
 * Recipients who unsubscribe from a form by the link in its e-mails, and subscribe again by a link that is sent to them,
 * since the form's owner can read the link that unsubscribed them.
 */
import { MAILTO, type DestinationKind } from "../../domain/delivery/destination.ts";
import { addressKey } from "../../domain/mail/address.ts";
import { parseSettings } from "../../domain/form.ts";
import type { Language } from "../../platform/language.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, lockAddresses, refreshRecipients } from "./recipient-states.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { forChanging } from "../engine/dialect.ts";
import type { QueuedConfirmation } from "./confirmations.ts";
import { LINK_LIFETIME_MS } from "./mail-addresses.ts";
import { type AskingForm, askingForm, mayAsk, type NewRequest, queueRequest } from "./requests.ts";

/** One address and one form, as an unsubscribe link names them. */
export interface Subscription {
  readonly address: string;
  readonly form_name: string;
  readonly language: Language | null;
  readonly is_subscribed: boolean;
}

/** `undefined` for an unknown link, also of a recipient or form that was deleted. */
export async function findSubscription(
  db: Db,
  { token }: { readonly token: string },
): Promise<Subscription | undefined> {
  const row = await recipientOf(db, token);
  return row === undefined
    ? undefined
    : {
        address: row.url.slice(MAILTO.length),
        form_name: row.name,
        language: parseSettings(row.settings).language,
        is_subscribed: row.disabled_reason !== "unsubscribed",
      };
}

/** Unsubscribes one address from one form. Returns false for an unknown link. */
export async function unsubscribe(
  db: Db,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<boolean> {
  const row = await recipientOf(db, token);
  if (row === undefined) return false;
  const { account_id, form_id } = row;
  const address = addressKey(row.url.slice(MAILTO.length));
  await lockAddresses(db, { account_id, addresses: [address] });
  await db
    .insertInto("mail_unsubscription")
    .values({ form_id, address, created_at: now })
    .onConflict((conflict) => conflict.columns(["form_id", "address"]).doNothing())
    .execute();
  await refreshRecipients(db, { account_id, formIds: [form_id], addresses: [address] });
  return true;
}

const recipientOf = (db: Db, token: string) =>
  db
    .selectFrom("webhook")
    .innerJoin("form", "form.id", "webhook.form_id")
    .select([
      "webhook.account_id",
      "form.id as form_id",
      "webhook.id as destination_id",
      "webhook.url",
      "webhook.disabled_reason",
      "form.name",
      "form.uuid",
      "form.settings",
    ])
    .where("webhook.link_token", "=", token)
    .where(IS_RECIPIENT)
    .where("form.deleted_at", "is", null)
    .executeTakeFirst();

/** The shortest time between two requests to a recipient to subscribe again. */
const ASKED_EVERY_MS = 86_400_000;

interface UnsubscribedRecipient {
  readonly account_id: number;
  readonly form_id: number;
  readonly destination_id: number;
  /** In lower case. */
  readonly address: string;
  /** When the last link was queued that subscribes again. */
  readonly asked_at: number | null;
  readonly form: AskingForm;
}

/** `undefined` if the token is not that of an unsubscribe link, or if its recipient has not unsubscribed. */
export async function unsubscribedRecipient(
  db: Db,
  { token }: { readonly token: string },
): Promise<UnsubscribedRecipient | undefined> {
  const row = await recipientOf(db, token);
  if (row === undefined) return undefined;
  const { account_id, form_id, destination_id } = row;
  const address = addressKey(row.url.slice(MAILTO.length));
  const gone = await db
    .selectFrom("mail_unsubscription")
    .select("asked_at")
    .where("form_id", "=", form_id)
    .where("address", "=", address)
    .executeTakeFirst();
  if (gone === undefined) return undefined;
  const { asked_at } = gone;
  return { account_id, form_id, destination_id, address, asked_at, form: askingForm(row) };
}

interface QueueSubscribeLinkArgs
  extends Pick<UnsubscribedRecipient, "account_id" | "form_id" | "address">, NewRequest {
  readonly subscribe_token: string;
  readonly now: number;
}

/**
 * Queues the message with the link. `too_many` also if the recipient was asked within the last day, and
 * `not_sendable` also if the address is suppressed.
 *
 * @param args.subscribe_token Unguessable. Earlier links end.
 */
export async function queueSubscribeLink(
  db: Db,
  { account_id, form_id, address, subscribe_token, now, ...message }: QueueSubscribeLinkArgs,
  _box?: SecretBox,
  sendable?: readonly DestinationKind[],
): Promise<QueuedConfirmation> {
  await lockAddresses(db, { account_id, addresses: [address] });
  const gone = await forChanging(
    db,
    db
      .selectFrom("mail_unsubscription")
      .select("asked_at")
      .where("form_id", "=", form_id)
      .where("address", "=", address),
  ).executeTakeFirst();
  if (gone === undefined) return "changed";
  const ageMs = gone.asked_at === null ? Infinity : now - gone.asked_at;
  // Below zero after the clock was set back.
  const isRecent = ageMs >= 0 && ageMs < ASKED_EVERY_MS;
  const request = { account_id, address, now };
  if (isRecent || !(await mayAsk(db, request))) return "too_many";
  if (await isSuppressed(db, account_id, address)) return "not_sendable";
  if (!(await queueRequest(db, request, message, sendable))) return "not_sendable";
  await db
    .updateTable("mail_unsubscription")
    .set({ subscribe_token, asked_at: now })
    .where("form_id", "=", form_id)
    .where("address", "=", address)
    .execute();
  return "queued";
}

export async function isSuppressed(db: Db, account_id: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom("mail_address")
    .select("id")
    .where("account_id", "=", account_id)
    .where("address", "=", address)
    .where("suppressed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

type SubscribeLink = { readonly token: string; readonly now: number };

/** What a link subscribes to; `undefined` for one that is unknown, used or expired. */
export async function findSubscribeLink(
  db: Db,
  link: SubscribeLink,
): Promise<Omit<Subscription, "is_subscribed"> | undefined> {
  const row = await linkedBy(db, link).executeTakeFirst();
  if (row === undefined) return undefined;
  const { address, name, settings } = row;
  return { address, form_name: name, language: parseSettings(settings).language };
}

/**
 * Subscribes the address of a link to its form, and confirms it, as the link was sent to it. Returns false for a
 * link that is unknown, used or expired.
 */
export async function subscribeAgain(db: Db, link: SubscribeLink): Promise<boolean> {
  const row = await linkedBy(db, link).executeTakeFirst();
  if (row === undefined) return false;
  const { account_id, address } = row;
  await lockAddresses(db, { account_id, addresses: [address] });
  const { numDeletedRows } = await db
    .deleteFrom("mail_unsubscription")
    .where("subscribe_token", "=", link.token)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await db
    .updateTable("mail_address")
    .set({ confirmed_at: link.now })
    .where("account_id", "=", account_id)
    .where("address", "=", address)
    .where("confirmed_at", "is", null)
    .execute();
  await refreshRecipients(db, { account_id, addresses: [address] });
  return true;
}

const linkedBy = (db: Db, { token, now }: SubscribeLink) =>
  db
    .selectFrom("mail_unsubscription")
    .innerJoin("form", "form.id", "mail_unsubscription.form_id")
    .select(["form.account_id", "form.id as form_id", "form.name", "form.settings"])
    .select("mail_unsubscription.address")
    .where("mail_unsubscription.subscribe_token", "=", token)
    .where("mail_unsubscription.asked_at", ">", now - LINK_LIFETIME_MS)
    .where("form.deleted_at", "is", null);
