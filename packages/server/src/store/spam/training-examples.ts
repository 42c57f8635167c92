/** Trains the spam classifier with what users mark as spam or ham. What it learned is read in spam-models.ts. */
import { sql } from "kysely";
import { forget, learn } from "../../domain/spam/model.ts";
import { type SpamThreshold, thresholdOf } from "../../domain/spam/threshold.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db, Flag } from "../engine/schema.ts";
import {
  type NewExamples,
  earlierExamples,
  examplesOf,
  excessExamples,
  newExample,
  removeExamples,
  scoresOfHam,
  storeExamples,
  type StoredExample,
} from "./example-rows.ts";
import { readModel, writeModel } from "./spam-models.ts";
import { parseSettings } from "../../domain/form.ts";

/** A submission as spam or ham, marked by a user or implied by what the user did. */
interface TrainingInput {
  readonly submission_id: number;
  readonly fields: Fields;
  readonly spam: boolean;
  /** No user marked it, so an existing example of the submission is not replaced. */
  readonly isImplied?: true;
}

/** Implied ham is searched among this many of a form's newest ham submissions. */
const MAX_HAM_CANDIDATES = 50;
/** Earlier examples that are adjusted with each change: all of them in turn. */
const EARLIER_EXAMPLES = 128;
/** More than an account has. */
const ALL_EXAMPLES = 10_000;

interface TrainArgs {
  readonly account_id: number;
  readonly inputs: readonly TrainingInput[];
  readonly now: number;
}

/**
 * Learns training examples in the transaction that stores the marks. A repeated mark is learned once; a changed
 * one takes the earlier example back first.
 */
export async function train(db: Db, { account_id, inputs, now }: TrainArgs): Promise<void> {
  if (inputs.length === 0) return;
  // First, so that a second process that trains the same account waits.
  const version = await nextVersion(db, account_id);
  const before = await examplesOf(
    db,
    inputs.map(({ submission_id }) => submission_id),
  );
  const fresh = inputs.filter(({ submission_id, spam, isImplied }) => {
    const example = before.get(submission_id);
    return (
      example === undefined ||
      (isImplied === undefined && (example.spam !== spam || example.features.length === 0))
    );
  });
  if (fresh.length === 0) return;
  const replaced = fresh.flatMap(({ submission_id }) => before.get(submission_id) ?? []);
  const added = fresh.map(({ submission_id, fields, spam }) =>
    newExample(submission_id, fields, spam),
  );
  await countExamples(db, account_id, { added, removed: replaced });
  await learnExamples(db, { account_id, added, replaced, version, now });
}

interface UntrainArgs {
  readonly account_id: number;
  readonly submission_ids: readonly number[];
  readonly now: number;
}

/** Takes back what was learned from the marks of submissions, in the transaction that undoes the marks. */
export async function untrain(
  db: Db,
  { account_id, submission_ids, now }: UntrainArgs,
): Promise<void> {
  // The same row first as in train(), so that the two cannot wait for each other.
  const version = await nextVersion(db, account_id);
  const replaced = [...(await examplesOf(db, submission_ids)).values()];
  if (replaced.length === 0) return;
  await removeExamples(
    db,
    replaced.map(({ submission_id }) => submission_id),
  );
  await countExamples(db, account_id, { added: [], removed: replaced });
  await learnExamples(db, { account_id, added: [], replaced, version, now });
}

/** Raises the version of what an account has learned; another process that does so waits. */
async function nextVersion(db: Db, account_id: number): Promise<number> {
  const { version } = await db
    .insertInto("spam_training")
    .values({ account_id, version: 1 })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ version: sql`spam_training.version + 1` }),
    )
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Sets whether the prior counts for the account, and fits what was learned again. */
export async function setSpamPrior(
  db: Db,
  { account_id, spam_prior, now }: { account_id: number; spam_prior: Flag; now: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("account")
    .set({ spam_prior })
    .where("id", "=", account_id)
    .where("spam_prior", "<>", spam_prior)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const none = { added: [], replaced: [], version: await nextVersion(db, account_id) };
  await learnExamples(db, { account_id, ...none, now }, ALL_EXAMPLES);
}

/**
 * Learns `added` beside earlier examples, within the limit of examples. The account's version is locked.
 *
 * @param earlierLimit How many earlier examples are adjusted.
 */
export async function learnExamples(
  db: Db,
  {
    replaced,
    ...examples
  }: NewExamples & {
    /** The examples of the same submissions that are taken back. */
    readonly replaced: readonly StoredExample[];
  },
  earlierLimit = EARLIER_EXAMPLES,
): Promise<void> {
  const { account_id, added } = examples;
  const model = await readModel(db, account_id);
  for (const example of replaced) if (example.features.length > 0) forget(model, example);
  const ids = new Set(added.map(({ submission_id }) => submission_id));
  const all = await earlierExamples(db, { account_id, limit: earlierLimit + ids.size });
  const earlier = all.filter(({ submission_id }) => !ids.has(submission_id)).slice(0, earlierLimit);
  learn(model, added, earlier);
  await storeExamples(db, { ...examples, visited: earlier });
  for (const spam of [true, false]) {
    const excess = await excessExamples(db, { account_id, spam });
    for (const example of excess) forget(model, example);
    await removeExamples(
      db,
      excess.map(({ submission_id }) => submission_id),
    );
    await countExamples(db, account_id, { added: [], removed: excess });
  }
  await writeModel(db, { account_id, model, threshold: await currentThreshold(db, account_id) });
}

/** `undefined` if no honest example is left. */
async function currentThreshold(db: Db, account_id: number): Promise<SpamThreshold | undefined> {
  const scores = await scoresOfHam(db, account_id);
  return scores.length === 0 ? undefined : thresholdOf(scores);
}

/**
 * The newest submission of the form that a user has read and not marked as spam, as ham; none or one.
 * Users who mark spam rarely mark ham, and a classifier needs both.
 */
async function impliedHam(
  db: Db,
  { form_id }: { readonly form_id: number },
): Promise<readonly TrainingInput[]> {
  const newest = db
    .selectFrom("submission")
    .select(["id", "fields", "read"])
    .where("form_id", "=", form_id)
    .where("trash", "=", 0)
    .where("spam", "=", 0)
    .orderBy("id", "desc")
    .limit(MAX_HAM_CANDIDATES);
  const row = await db
    .selectFrom(newest.as("newest"))
    .leftJoin("spam_training_example", "spam_training_example.submission_id", "newest.id")
    .select(["newest.id", "newest.fields"])
    .where("newest.read", "=", 1)
    .where("spam_training_example.submission_id", "is", null)
    .orderBy("newest.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? []
    : [
        {
          submission_id: row.id,
          fields: JSON.parse(row.fields) as Fields,
          spam: false,
          isImplied: true,
        },
      ];
}

/** Adds to the numbers of examples. An older version may have counted otherwise, so none goes below zero. */
async function countExamples(
  db: Db,
  account_id: number,
  { added, removed }: { readonly added: readonly Kind[]; readonly removed: readonly Kind[] },
): Promise<void> {
  const change = (kind: boolean) => numberOf(added, kind) - numberOf(removed, kind);
  const spam = change(true);
  const ham = change(false);
  if (spam === 0 && ham === 0) return;
  await db
    .updateTable("spam_training")
    .set({
      spam: sql`case when spam + ${sql.lit(spam)} < 0 then 0 else spam + ${sql.lit(spam)} end`,
      ham: sql`case when ham + ${sql.lit(ham)} < 0 then 0 else ham + ${sql.lit(ham)} end`,
    })
    .where("account_id", "=", account_id)
    .execute();
}

type Kind = Pick<StoredExample, "spam">;

const numberOf = (examples: readonly Kind[], kind: boolean) =>
  examples.filter(({ spam }) => spam === kind).length;

interface TrainWithMarksArgs {
  readonly account_id: number;
  readonly rows: readonly { readonly id: number; readonly form_id: number; readonly spam: Flag }[];
  readonly spam: boolean;
  readonly now: number;
}

/**
 * Trains the classifier with each submission whose spam flag is set, changed or not. For each form with new
 * spam it also adds {@link impliedHam}.
 */
export async function trainWithMarks(
  db: Db,
  { account_id, rows, spam, now }: TrainWithMarksArgs,
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
    .where("id", "in", idsOf(used))
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

async function trainingForms(db: Db, formIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (formIds.length === 0) return new Set();
  const forms = await db
    .selectFrom("form")
    .select(["id", "settings"])
    .where("id", "in", [...new Set(formIds)])
    .execute();
  const training = forms.filter(
    ({ settings }) => parseSettings(settings).contribute_to_spam_training,
  );
  return new Set(training.map(({ id }) => id));
}
