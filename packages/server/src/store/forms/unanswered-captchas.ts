/** Forms whose captcha seems not to be on their pages: posts come without an answer to it. */
import { sql } from "kysely";
import { FORM_LABEL } from "./form-names.ts";
import type { AccountScope } from "../engine/paging.ts";
import { ofForms } from "./live-forms.ts";
import type { Db } from "../engine/schema.ts";

export type UnansweredCaptcha = { readonly id: number; readonly name: string };

/** Programs post without an answer too, so a few of the newest posts are enough to look at. */
const MAX_EXAMINED = 20;

type UnansweredCaptchasArgs = AccountScope & { readonly since: number };

/**
 * Forms with a captcha that have had a post without an answer since the time `since`, and no other post since then
 * that was accepted. One index probe and at most 20 rows for each form.
 */
export const unansweredCaptchas = async (
  db: Db,
  { account_id, since, ...scope }: UnansweredCaptchasArgs,
): Promise<readonly UnansweredCaptcha[]> =>
  db
    .selectFrom("form")
    .select(["form.id", FORM_LABEL.as("name")])
    .where("form.account_id", "=", account_id)
    .where(ofForms("form.id", scope))
    .where("form.captcha", "is not", null)
    .where(
      sql<boolean>`exists (
        select 1 from (
          select spam_reason, created_at from submission
          where submission.form_id = form.id and trash = 0 and spam = 1 and id > coalesce((
            select max(id) from submission
            where submission.form_id = form.id and trash = 0 and spam = 0), 0)
          order by id desc limit ${MAX_EXAMINED}) as newest
        where newest.spam_reason = 'captcha' and newest.created_at > ${since})`,
    )
    .orderBy("form.id")
    .execute();
