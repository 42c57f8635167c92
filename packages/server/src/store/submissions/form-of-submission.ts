/** Finds the form of a submission of an account. */
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

/** The id of the form; `undefined` if the account has no such submission. */
export async function formOfSubmission(
  db: Db,
  { account_id, submission_id }: { readonly account_id: number; readonly submission_id: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom("submission")
    .select("form_id")
    .where("id", "=", submission_id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"))
    .executeTakeFirst();
  return row?.form_id;
}
