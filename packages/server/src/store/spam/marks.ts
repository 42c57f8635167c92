/** Trains the classifier with submissions that users mark spam or ham. */
import { parseSettings } from "../../domain/form.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import type { Flag } from "../engine/column-types.ts";
import type { Db } from "../engine/schema.ts";
import { impliedHam, type TrainingInput, train } from "./training-examples.ts";

/**
 * Trains the classifier with each submission whose spam flag is set, changed or not. For each form with new
 * spam it also adds {@link impliedHam}.
 */
export async function trainWithMarks(
  db: Db,
  {
    account_id,
    rows,
    spam,
    now,
  }: {
    readonly account_id: number;
    readonly rows: readonly {
      readonly id: number;
      readonly form_id: number;
      readonly spam: Flag;
    }[];
    readonly spam: boolean;
    readonly now: number;
  },
): Promise<void> {
  const training = await trainingForms(
    db,
    rows.map(({ form_id }) => form_id),
  );
  const used = rows.filter(({ form_id }) => training.has(form_id));
  if (used.length === 0) return;
  const marked = await db
    .selectFrom("submission")
    .select(["id", "fields"])
    .where(
      "id",
      "in",
      used.map(({ id }) => id),
    )
    .execute();
  const ids = new Set(marked.map(({ id }) => id));
  const forms = spam ? used.filter((row) => row.spam === 0).map(({ form_id }) => form_id) : [];
  const implied: TrainingInput[] = [];
  for (const form_id of new Set(forms)) implied.push(...(await impliedHam(db, { form_id })));
  const inputs = marked.map(({ id, fields }): TrainingInput => ({
    submission_id: id,
    fields: JSON.parse(fields) as Fields,
    spam,
  }));
  const others = implied.filter(({ submission_id }) => !ids.has(submission_id));
  await train(db, { account_id, inputs: [...inputs, ...others], now });
}

/** The forms whose marks train the classifier. */
async function trainingForms(db: Db, form_ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (form_ids.length === 0) return new Set();
  const forms = await db
    .selectFrom("form")
    .select(["id", "settings"])
    .where("id", "in", [...new Set(form_ids)])
    .execute();
  const training = forms.filter(
    ({ settings }) => parseSettings(settings).contribute_to_spam_training,
  );
  return new Set(training.map(({ id }) => id));
}
