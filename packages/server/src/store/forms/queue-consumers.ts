/** Records the first program that works on the queue of a form, or of all forms of an account. */
import type { QueueConsumer } from "../../domain/submission/queue-consumer.ts";
import { type AccountScope, idsOf, isPartial } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { ofForms } from "./live-forms.ts";

type RecordQueueConsumerArgs = AccountScope & { readonly consumer: QueueConsumer };

/** Of one form, of those that the caller has access to, or of all of the account, those that are created later included. */
export async function recordQueueConsumer(
  db: Db,
  { account_id, consumer, ...scope }: RecordQueueConsumerArgs,
): Promise<void> {
  if (isPartial(scope)) {
    const forms = db.selectFrom("form").select("id").where("account_id", "=", account_id);
    const formIds = idsOf(await forms.where(ofForms("id", scope)).execute());
    return recordForForms(db, { formIds, consumer });
  }
  await db
    .updateTable("account")
    .set({ queue_consumer: JSON.stringify(consumer) })
    .where("id", "=", account_id)
    .where("queue_consumer", "is", null)
    .execute();
}

/** Forgets the program of a form. One that works on every form of the account is forgotten for all of them. */
export async function forgetQueueConsumer(
  db: Db,
  { account_id, form_id }: { readonly account_id: number; readonly form_id: number },
): Promise<void> {
  await db
    .updateTable("form")
    .set({ queue_consumer: null })
    .where("id", "=", form_id)
    .where("account_id", "=", account_id)
    .execute();
  await db
    .updateTable("account")
    .set({ queue_consumer: null })
    .where("id", "=", account_id)
    .execute();
}

/** Writes only to forms that have none yet. @param formIds Of the caller's account. */
export async function recordForForms(
  db: Db,
  { formIds, consumer }: { readonly formIds: readonly number[]; readonly consumer: QueueConsumer },
): Promise<void> {
  if (formIds.length === 0) return;
  await db
    .updateTable("form")
    .set({ queue_consumer: JSON.stringify(consumer) })
    .where("id", "in", [...new Set(formIds)])
    .where("queue_consumer", "is", null)
    .execute();
}
