/** The recipients of a form who still have to confirm their address, as lists like those of the settings. */
import { addressKey, parseAddressList } from "../../domain/mail/address.ts";
import { type MailSettings, RECIPIENT_LISTS } from "../../domain/mail/settings.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, RECIPIENT_KEY } from "./recipient-states.ts";

type List = (typeof RECIPIENT_LISTS)[keyof typeof RECIPIENT_LISTS];

/** For each list its addresses that wait for their confirmation. */
export type PendingRecipients = Readonly<Record<`${List}_pending`, string>>;

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
  form_ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (form_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("webhook")
    .select(["form_id", RECIPIENT_KEY.as("address")])
    .where(isAmong(db, "form_id", idsText(db, form_ids)))
    .where(IS_RECIPIENT)
    .where("disabled_reason", "=", "not_confirmed")
    .execute();
  const byForm = Map.groupBy(rows, ({ form_id }) => form_id ?? 0);
  return new Map([...byForm].map(([id, of]) => [id, new Set(of.map(({ address }) => address))]));
}
