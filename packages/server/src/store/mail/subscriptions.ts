/** Recipients who unsubscribe from a form by the link in its e-mails. */
import { MAILTO } from "../../domain/delivery/destination.ts";
import { addressKey } from "../../domain/mail/address.ts";
import { parseSettings } from "../../domain/form.ts";
import type { Language } from "../../platform/language.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, lockAddresses, refreshRecipients } from "./recipient-states.ts";

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
  await refreshRecipients(db, { account_id, form_id, addresses: [address] });
  return true;
}

function recipientOf(db: Db, token: string) {
  return db
    .selectFrom("webhook")
    .innerJoin("form", "form.id", "webhook.form_id")
    .select([
      "webhook.account_id",
      "form.id as form_id",
      "webhook.url",
      "webhook.disabled_reason",
      "form.name",
      "form.settings",
    ])
    .where("webhook.link_token", "=", token)
    .where(IS_RECIPIENT)
    .where("form.deleted_at", "is", null)
    .executeTakeFirst();
}
