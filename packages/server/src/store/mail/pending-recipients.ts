/** The recipients of a form who still have to confirm their address, as lists like those of the settings. */
import { addressKey, parseAddressList } from "../../domain/mail/address.ts";
import { type MailSettings, RECIPIENT_LISTS } from "../../domain/mail/settings.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, RECIPIENT_KEY } from "./recipient-states.ts";

type List = (typeof RECIPIENT_LISTS)[keyof typeof RECIPIENT_LISTS];

/** For each list its addresses that wait for their confirmation. */
export type PendingRecipients = Readonly<Record<`${List}_pending`, string>>;

/** Reads nothing if the form has no recipients, as most forms. */
export async function pendingRecipients(
  db: Db,
  form_id: number,
  settings: Pick<MailSettings, List>,
): Promise<PendingRecipients> {
  const hasAny = Object.values(RECIPIENT_LISTS).some((list) => settings[list] !== "");
  const waiting = hasAny ? await waitingAddresses(db, form_id) : new Set<string>();
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

async function waitingAddresses(db: Db, form_id: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("webhook")
    .select(RECIPIENT_KEY.as("address"))
    .where("form_id", "=", form_id)
    .where(IS_RECIPIENT)
    .where("disabled_reason", "=", "not_confirmed")
    .execute();
  return new Set(rows.map(({ address }) => address));
}
