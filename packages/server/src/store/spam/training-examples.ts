/** Learning what people say of submissions; what it amounts to is read in learnt-words.ts. */
import { sql } from "kysely";
import type { Fields } from "../../domain/submission.ts";
import { classifierWords } from "../../domain/classifier-words.ts";
import { givenRows } from "../engine/dialect.ts";
import type { Db, Flag } from "../engine/schema.ts";

/** What a submission is, as a person has said or as follows from what they did. */
export interface Judgement {
  readonly submission_id: number;
  readonly fields: Fields;
  readonly spam: boolean;
  /** Nobody has said it, so it yields to whatever is known already. */
  readonly isImplied?: true;
}

/** Lessons of one kind after which all counts are halved: what is new weighs more than what is old. */
const MAX_LESSONS = 2_000;
/** Words of an account; above it the rarest and oldest go. */
const MAX_WORDS = 30_000;
/** Of the newest ham of a form, when one is to be learnt beside spam. */
const MAX_LOOKED_AT = 50;
/** The vocabulary is brought back to its bound after so many changes, or after one with so many lessons. */
const CHANGES_BETWEEN_PRUNES = 50;
const MANY_LESSONS = 10;

/**
 * Learns each judgement in the transaction that stores it. Said twice it counts once; taken back, what
 * was learnt before is undone.
 */
export async function learn(
  db: Db,
  {
    account_id,
    judgements,
    now,
  }: {
    readonly account_id: number;
    readonly judgements: readonly Judgement[];
    readonly now: number;
  },
): Promise<void> {
  if (judgements.length === 0) return;
  // First, so that of two processes that teach one account the second waits.
  await db
    .insertInto("spam_training")
    .values({ account_id, version: 1 })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ version: sql`spam_training.version + 1` }),
    )
    .execute();
  const before = await lessonsOf(db, judgements);
  const fresh = judgements.filter(({ submission_id, spam, isImplied }) => {
    const lesson = before.get(submission_id);
    return lesson === undefined || (isImplied === undefined && lesson.spam !== flag(spam));
  });
  if (fresh.length === 0) return;
  for (const { submission_id } of fresh) {
    const lesson = before.get(submission_id);
    if (lesson !== undefined) await unlearn(db, account_id, lesson);
  }
  const learnt = fresh.map(({ submission_id, fields, spam }) => ({
    submission_id,
    spam: flag(spam),
    words: classifierWords(fields),
  }));
  await addWords(db, account_id, learnt, now);
  await keepLessons(db, account_id, learnt, now);
  await addToTraining(db, account_id, "spam", learnt.filter(({ spam }) => spam === 1).length);
  await addToTraining(db, account_id, "ham", learnt.filter(({ spam }) => spam === 0).length);
  await forgetSome(db, account_id, learnt.length >= MANY_LESSONS);
}

/**
 * The newest submission of the form that somebody has read and left for ham, as a judgement; at most
 * one. Who marks spam seldom says of anything that it is ham, and a classifier needs both.
 */
export async function impliedHam(
  db: Db,
  { form_id }: { readonly form_id: number },
): Promise<readonly Judgement[]> {
  const newest = db
    .selectFrom("submission")
    .select(["id", "fields", "read"])
    .where("form_id", "=", form_id)
    .where("trash", "=", 0)
    .where("spam", "=", 0)
    .orderBy("id", "desc")
    .limit(MAX_LOOKED_AT);
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

interface Lesson {
  readonly submission_id: number;
  readonly spam: Flag;
  readonly words: readonly string[];
}

async function lessonsOf(
  db: Db,
  judgements: readonly Judgement[],
): Promise<ReadonlyMap<number, Lesson>> {
  const rows = await db
    .selectFrom("spam_training_example")
    .select(["submission_id", "spam", "words"])
    .where(
      "submission_id",
      "in",
      judgements.map(({ submission_id }) => submission_id),
    )
    .execute();
  return new Map(
    rows.map((row) => [row.submission_id, { ...row, words: JSON.parse(row.words) as string[] }]),
  );
}

/** Counts may have been halved since, so none goes below zero. */
async function unlearn(db: Db, account_id: number, { spam, words }: Lesson): Promise<void> {
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
  lessons: readonly Lesson[],
  now: number,
): Promise<void> {
  const counts = new Map<string, { word: string; spam: number; ham: number }>();
  for (const { spam, words } of lessons) {
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
        // SQLite takes "on" behind a select for a join's otherwise.
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

async function keepLessons(
  db: Db,
  account_id: number,
  lessons: readonly Lesson[],
  now: number,
): Promise<void> {
  await db
    .insertInto("spam_training_example")
    .values(
      lessons.map(({ submission_id, spam, words }) => ({
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

/** Keeps the vocabulary bounded, by what is old and rare. */
async function forgetSome(db: Db, account_id: number, isOverdue: boolean): Promise<void> {
  const { spam, ham, version } = await db
    .selectFrom("spam_training")
    .select(["spam", "ham", "version"])
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  if (spam > MAX_LESSONS || ham > MAX_LESSONS) {
    const half = { spam: sql<number>`spam / 2`, ham: sql<number>`ham / 2` };
    await db.updateTable("spam_word").set(half).where("account_id", "=", account_id).execute();
    await db.updateTable("spam_training").set(half).where("account_id", "=", account_id).execute();
  } else if (!isOverdue && version % CHANGES_BETWEEN_PRUNES !== 0) return;
  await db
    .deleteFrom("spam_word")
    .where("account_id", "=", account_id)
    .where("spam", "=", 0)
    .where("ham", "=", 0)
    .execute();
  const beyond = await db
    .selectFrom("spam_word")
    .select("word")
    .where("account_id", "=", account_id)
    .orderBy((word) => word("spam", "+", word.ref("ham")), "desc")
    .orderBy("trained_at", "desc")
    .orderBy("word")
    .offset(MAX_WORDS)
    .limit(MAX_WORDS)
    .execute();
  if (beyond.length === 0) return;
  await db
    .deleteFrom("spam_word")
    .where("account_id", "=", account_id)
    .where("word", "in", (given) =>
      given.selectFrom(givenRows(db, { word: "text" }, beyond)).select("given.word"),
    )
    .execute();
}

const flag = (value: boolean): Flag => (value ? 1 : 0);
