/** Reads the submission and the form settings that a claimed lead is scored with. */
import { parseSettings } from "../../domain/form.ts";
import type { LeadScoring } from "../../domain/submission/lead.ts";
import type { Db } from "../engine/schema.ts";
import { getSubmissions, type SubmissionRecord } from "../submissions/submissions.ts";

export interface LeadContent {
  readonly submission: SubmissionRecord;
  readonly lead_scoring: LeadScoring;
}

/** A submission that was deleted is left out. */
export async function leadContents(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<readonly LeadContent[]> {
  const submissions = await getSubmissions(db, { ids });
  if (submissions.length === 0) return [];
  const forms = await db
    .selectFrom("form")
    .select(["id", "settings"])
    .where(
      "id",
      "in",
      submissions.map(({ form_id }) => form_id),
    )
    .execute();
  const scoring = new Map(
    forms.map(({ id, settings }) => [id, parseSettings(settings).lead_scoring]),
  );
  return submissions.flatMap((submission) => {
    const lead_scoring = scoring.get(submission.form_id);
    return lead_scoring === undefined ? [] : [{ submission, lead_scoring }];
  });
}
