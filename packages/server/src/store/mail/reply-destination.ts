/** The destination of a form's automatic answers, which follows from its settings. */
import { MAILTO } from "../../domain/delivery/destination.ts";
import { derive, newEmailDestination } from "../destinations/email-destination.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import type { DestinationsChange } from "./recipients.ts";

/** As the log of deliveries shows it. */
export const REPLY_NAME = "Automatic answer";

/**
 * Adds the destination when a form begins to answer submitters, and removes it when it ends, so that posts to
 * forms without answers plan none. Call it in the transaction that changes the settings, with the forms locked.
 */
export async function changeReply(
  db: Db,
  { account_id, forms, change, seed, now }: DestinationsChange,
): Promise<void> {
  if (change.autoreply === undefined && change.data_receipt_email === undefined) return;
  const existing = await db
    .selectFrom("webhook")
    .select(["id", "form_id"])
    .where(isAmong(db, "form_id", idsText(db, idsOf(forms))))
    .where("purpose", "=", "reply")
    .execute();
  const answering = forms.filter(({ after }) => after.autoreply || after.data_receipt_email);
  const ended = existing.filter(({ form_id }) => !answering.some(({ id }) => id === form_id));
  const begun = answering.filter(({ id }) => !existing.some(({ form_id }) => form_id === id));
  if (ended.length > 0) {
    await db
      .deleteFrom("webhook")
      .where(isAmong(db, "id", idsText(db, idsOf(ended))))
      .execute();
  }
  if (begun.length === 0) return;
  await db
    .insertInto("webhook")
    .values(
      begun.map(({ id }) =>
        newEmailDestination({
          purpose: "reply",
          account_id,
          form_id: id,
          name: REPLY_NAME,
          url: MAILTO,
          takes_submissions: 1,
          enabled: 1,
          uid: derive(seed, `reply ${id}`),
          now,
        }),
      ),
    )
    .execute();
}
