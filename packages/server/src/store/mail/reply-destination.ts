/** The destination of a form's automatic answers, which follows from its settings. */
import { MAILTO } from "../../domain/delivery/destination.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { newEmailDestination } from "../destinations/email-destination.ts";
import type { Db } from "../engine/schema.ts";
import { derive, type RecipientChange } from "./recipients.ts";

/** As the log of deliveries shows it. */
export const REPLY_NAME = "Automatic answer";

interface ChangeReplyArgs extends Pick<RecipientChange, "seed"> {
  readonly account_id: number;
  readonly form_id: number;
  readonly change: Partial<MailSettings>;
  /** All settings after the change. */
  readonly settings: MailSettings;
  readonly now: number;
}

/**
 * Adds the destination when the form begins to answer submitters, and removes it when it ends, so that posts to
 * forms without answers plan none. Call it in the transaction that changes the settings, with the form locked.
 */
export async function changeReply(
  db: Db,
  { account_id, form_id, change, settings, seed, now }: ChangeReplyArgs,
): Promise<void> {
  if (change.autoreply === undefined && change.data_receipt_email === undefined) return;
  const existing = await db
    .selectFrom("webhook")
    .select("id")
    .where("form_id", "=", form_id)
    .where("purpose", "=", "reply")
    .executeTakeFirst();
  const isWanted = settings.autoreply || settings.data_receipt_email;
  if (isWanted === (existing !== undefined)) return;
  if (existing !== undefined) {
    await db.deleteFrom("webhook").where("id", "=", existing.id).execute();
    return;
  }
  await db
    .insertInto("webhook")
    .values(
      newEmailDestination({
        purpose: "reply",
        account_id,
        form_id,
        name: REPLY_NAME,
        url: MAILTO,
        takes_submissions: 1,
        enabled: 1,
        uid: derive(seed, "reply"),
        now,
      }),
    )
    .execute();
}
