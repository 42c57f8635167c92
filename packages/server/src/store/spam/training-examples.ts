/** Trains the spam classifier with what users mark as spam or ham. Its word counts are read in trained-words.ts. */
import { sql } from "kysely";
import type { Fields } from "../../domain/submission.ts";
import { classifierWords } from "../../domain/classifier-words.ts";
import { givenRows } from "../engine/dialect.ts";
import type { Flag } from "../engine/column-types.ts";
import type { Db } from "../engine/schema.ts";

/** A submission as spam or ham, marked by a user or implied by what the user did. */
export interface TrainingInput {
  readonly submission_id: number;
  readonly fields: Fields;
  readonly spam: boolean;
  /** No user marked it, so an existing example of the submission is not replaced. */
  readonly isImplied?: true;
}

/** Above this many examples of either kind all counts are halved, so that new examples weigh more than old ones. */
const MAX_EXAMPLES = 2_000;
/** Size limit of an account's vocabulary; the rarest and oldest words beyond it are deleted. */
const MAX_WORDS = 30_000;
/** Implied ham is searched among this many of a form's newest ham submissions. */
const MAX_HAM_CANDIDATES = 50;
/** The vocabulary is pruned after this many calls of {@link train}, and after one with {@link MANY_EXAMPLES}. */
const CHANGES_BETWEEN_PRUNES = 50;
const MANY_EXAMPLES = 10;

/**
 * Adds training examples in the transaction that stores the marks. A repeated mark counts once; a changed
 * one removes the earlier example first.
 */
export async function train(
  db: Db,
  {
    account_id,
    inputs,
    now,
  }: {
    readonly account_id: number;
    readonly inputs: readonly TrainingInput[];
    readonly now: number;
  },
): Promise<void> {
  if (inputs.length === 0) return;
  // First, so that a second process that trains the same account waits.
  await db
    .insertInto("spam_training")
    .values({ account_id, version: 1 })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ version: sql`spam_training.version + 1` }),
    )
    .execute();
  const before = await examplesOf(db, inputs);
  const fresh = inputs.filter(({ submission_id, spam, isImplied }) => {
    const example = before.get(submission_id);
    return example === undefined || (isImplied === undefined && example.spam !== flag(spam));
  });
  if (fresh.length === 0) return;
  for (const { submission_id } of fresh) {
    const example = before.get(submission_id);
    if (example !== undefined) await removeExample(db, account_id, example);
  }
  const added = fresh.map(({ submission_id, fields, spam }) => ({
    submission_id,
    spam: flag(spam),
    words: classifierWords(fields),
  }));
  await addWords(db, account_id, added, now);
  await storeExamples(db, account_id, added, now);
  await addToTraining(db, account_id, "spam", added.filter(({ spam }) => spam === 1).length);
  await addToTraining(db, account_id, "ham", added.filter(({ spam }) => spam === 0).length);
  await pruneVocabulary(db, account_id, added.length >= MANY_EXAMPLES);
}

/**
 * The newest submission of the form that a user has read and not marked as spam, as ham; none or one.
 * Users who mark spam rarely mark ham, and a classifier needs both.
 */
export async function impliedHam(
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

interface TrainingExample {
  readonly submission_id: number;
  readonly spam: Flag;
  readonly words: readonly string[];
}

async function examplesOf(
  db: Db,
  inputs: readonly TrainingInput[],
): Promise<ReadonlyMap<number, TrainingExample>> {
  const rows = await db
    .selectFrom("spam_training_example")
    .select(["submission_id", "spam", "words"])
    .where(
      "submission_id",
      "in",
      inputs.map(({ submission_id }) => submission_id),
    )
    .execute();
  return new Map(
    rows.map((row) => [row.submission_id, { ...row, words: JSON.parse(row.words) as string[] }]),
  );
}

/** Subtracts an example. Counts may have been halved since, so none goes below zero. */
async function removeExample(
  db: Db,
  account_id: number,
  { spam, words }: TrainingExample,
): Promise<void> {
  const column = spam === 1 ? "spam" : "ham";
  await db
    .updateTable("spam_word")
    .set({ [column]: sql`${sql.ref(column)} - 1` })
    .where("account_id", "=", account_id)
    .where("word", "in", (given) =>
      given
        .selectFrom(
          givenRows(
            db,
            { word: "text" },
            words.map((word) => ({ word })),
          ),
        )
        .select("given.word"),
    )
    .where(column, ">", 0)
    .execute();
  await addToTraining(db, account_id, column, -1);
}

async function addWords(
  db: Db,
  account_id: number,
  examples: readonly TrainingExample[],
  now: number,
): Promise<void> {
  const counts = new Map<string, { word: string; spam: number; ham: number }>();
  for (const { spam, words } of examples) {
    for (const word of words) {
      const count = counts.get(word) ?? { word, spam: 0, ham: 0 };
      counts.set(word, count);
      if (spam === 1) count.spam += 1;
      else count.ham += 1;
    }
  }
  if (counts.size === 0) return;
  const given = givenRows(db, { word: "text", spam: "bigint", ham: "bigint" }, [
    ...counts.values(),
  ]);
  await db
    .insertInto("spam_word")
    .columns(["account_id", "word", "spam", "ham", "trained_at"])
    .expression((from) =>
      from
        .selectFrom(given)
        .select([
          sql<number>`cast(${account_id} as bigint)`.as("account_id"),
          "given.word",
          "given.spam",
          "given.ham",
          sql<number>`cast(${now} as bigint)`.as("trained_at"),
        ])
        // Without a where clause SQLite parses "on conflict" after a select as a join condition.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "word"]).doUpdateSet({
        spam: sql`spam_word.spam + excluded.spam`,
        ham: sql`spam_word.ham + excluded.ham`,
        trained_at: now,
      }),
    )
    .execute();
}

async function storeExamples(
  db: Db,
  account_id: number,
  examples: readonly TrainingExample[],
  now: number,
): Promise<void> {
  await db
    .insertInto("spam_training_example")
    .values(
      examples.map(({ submission_id, spam, words }) => ({
        submission_id,
        account_id,
        spam,
        words: JSON.stringify(words),
        trained_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("submission_id").doUpdateSet({
        spam: sql`excluded.spam`,
        words: sql`excluded.words`,
        trained_at: now,
      }),
    )
    .execute();
}

async function addToTraining(
  db: Db,
  account_id: number,
  column: "spam" | "ham",
  change: number,
): Promise<void> {
  if (change === 0) return;
  await db
    .updateTable("spam_training")
    .set({ [column]: sql`${sql.ref(column)} + ${sql.lit(change)}` })
    .where("account_id", "=", account_id)
    .$if(change < 0, (some) => some.where(column, ">=", -change))
    .execute();
}

/** Halves the counts if there are too many examples, and deletes the rarest and oldest words beyond the limit. */
async function pruneVocabulary(db: Db, account_id: number, isDue: boolean): Promise<void> {
  const { spam, ham, version } = await db
    .selectFrom("spam_training")
    .select(["spam", "ham", "version"])
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  if (spam > MAX_EXAMPLES || ham > MAX_EXAMPLES) {
    const half = { spam: sql<number>`spam / 2`, ham: sql<number>`ham / 2` };
    await db.updateTable("spam_word").set(half).where("account_id", "=", account_id).execute();
    await db.updateTable("spam_training").set(half).where("account_id", "=", account_id).execute();
  } else if (!isDue && version % CHANGES_BETWEEN_PRUNES !== 0) return;
  await db
    .deleteFrom("spam_word")
    .where("account_id", "=", account_id)
    .where("spam", "=", 0)
    .where("ham", "=", 0)
    .execute();
  const excess = await db
    .selectFrom("spam_word")
    .select("word")
    .where("account_id", "=", account_id)
    .orderBy((word) => word("spam", "+", word.ref("ham")), "desc")
    .orderBy("trained_at", "desc")
    .orderBy("word")
    .offset(MAX_WORDS)
    .limit(MAX_WORDS)
    .execute();
  if (excess.length === 0) return;
  await db
    .deleteFrom("spam_word")
    .where("account_id", "=", account_id)
    .where("word", "in", (given) =>
      given.selectFrom(givenRows(db, { word: "text" }, excess)).select("given.word"),
    )
    .execute();
}

const flag = (value: boolean): Flag => (value ? 1 : 0);
