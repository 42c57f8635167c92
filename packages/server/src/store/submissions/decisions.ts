/** What rules and filters decided about a submission, with those that the form has now. */
import { submissionNotFound } from "../../domain/not-found.ts";
import { parseSettings } from "../../domain/form.ts";
import type { Decisions } from "../../domain/routing/routing.ts";
import type { Db } from "../engine/schema.ts";
import { routedDestinations } from "../forms/form-lookup.ts";

/** `decisions` is `null` if the form had neither. @throws AppError `not_found`. */
export async function findDecisions(
  db: Db,
  { account_id, id }: { readonly account_id: number; readonly id: number },
) {
  const row = await db
    .selectFrom("submission")
    .innerJoin("form", "form.id", "submission.form_id")
    .select(["submission.form_id", "submission.decisions", "form.settings"])
    .where("submission.id", "=", id)
    .where("submission.account_id", "=", account_id)
    .where("form.deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw submissionNotFound(id);
  return {
    decisions: row.decisions === null ? null : (JSON.parse(row.decisions) as Decisions),
    rules: parseSettings(row.settings).rules,
    destinations: await routedDestinations(db, row),
  };
}
