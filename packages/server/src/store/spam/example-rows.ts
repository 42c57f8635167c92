/** The training examples of spam classifiers: a bounded memory of what users marked last. */
import { type Selectable, sql } from "kysely";
import { featuresOf, classifiedText } from "../../domain/spam/features.ts";
import type { LearnedExample } from "../../domain/spam/model.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import type { Db, Flag, Schema } from "../engine/schema.ts";
import { givenRows } from "../engine/dialect.ts";

/** Examples of each kind that an account keeps, up to about 3 KB each. Older ones are taken back. */
const MAX_EXAMPLES = 1_000;
/** Rows of one statement. */
const ROWS_AT_ONCE = 200;

export type StoredExample = LearnedExample & { readonly submission_id: number };

export const newExample = (
  submission_id: number,
  fields: Fields,
  spam: boolean,
): StoredExample => ({
  submission_id,
  features: featuresOf(classifiedText(fields)),
  spam,
  pull: 0,
  score: 0,
});

/** Examples of these submissions by submission id; without features if they were marked in 0.1.0. */
export async function examplesOf(
  db: Db,
  submission_ids: readonly number[],
): Promise<ReadonlyMap<number, StoredExample>> {
  const rows = await db
    .selectFrom("spam_training_example")
    .select(COLUMNS)
    .where("submission_id", "in", submission_ids)
    .execute();
  return new Map(rows.map((row) => [row.submission_id, exampleOf(row)]));
}

/** Those that were visited longest ago. */
export async function earlierExamples(
  db: Db,
  { account_id, limit }: { readonly account_id: number; readonly limit: number },
): Promise<readonly StoredExample[]> {
  const rows = await db
    .selectFrom("spam_training_example")
    .select(COLUMNS)
    .where("account_id", "=", account_id)
    .where("features", "is not", null)
    .orderBy("visited")
    .orderBy("submission_id")
    .limit(limit)
    .execute();
  return rows.map(exampleOf);
}

/** Examples of one kind beyond {@link MAX_EXAMPLES}, oldest last. */
export async function excessExamples(
  db: Db,
  { account_id, spam }: { readonly account_id: number; readonly spam: boolean },
): Promise<readonly StoredExample[]> {
  const rows = await db
    .selectFrom("spam_training_example")
    .select(COLUMNS)
    .where("account_id", "=", account_id)
    .where("spam", "=", spam ? 1 : 0)
    .where("features", "is not", null)
    .orderBy("trained_at", "desc")
    .orderBy("submission_id", "desc")
    .offset(MAX_EXAMPLES)
    .limit(MAX_EXAMPLES)
    .execute();
  return rows.map(exampleOf);
}

/** The score that each honest example gets from all others. */
export async function scoresOfHam(db: Db, account_id: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("spam_training_example")
    .select("score")
    .where("account_id", "=", account_id)
    .where("spam", "=", 0)
    .where("features", "is not", null)
    .execute();
  return rows.map(({ score }) => score);
}

/** Training examples to add to an account. `version` counts the changes of its classifier, this one included. */
export interface NewExamples {
  readonly account_id: number;
  readonly added: readonly StoredExample[];
  readonly version: number;
  readonly now: number;
}

interface StoreExamplesArgs extends NewExamples {
  /** Examples that exist already, with another pull. */
  readonly visited: readonly StoredExample[];
}

export async function storeExamples(
  db: Db,
  { account_id, added, visited, version, now }: StoreExamplesArgs,
): Promise<void> {
  for (let at = 0; at < added.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto("spam_training_example")
      .values(
        added
          .slice(at, at + ROWS_AT_ONCE)
          .map(({ submission_id, features, spam, pull, score }) => ({
            submission_id,
            account_id,
            spam: flag(spam),
            trained_at: now,
            features: Buffer.from(features.buffer, features.byteOffset, features.byteLength),
            pull,
            score,
            visited: version,
          })),
      )
      .onConflict((conflict) =>
        conflict.column("submission_id").doUpdateSet((row) => ({
          spam: row.ref("excluded.spam"),
          trained_at: now,
          features: row.ref("excluded.features"),
          pull: row.ref("excluded.pull"),
          score: row.ref("excluded.score"),
          visited: version,
        })),
      )
      .execute();
  }
  if (visited.length === 0) return;
  const rows = visited.map(({ submission_id, pull, score }) => ({
    submission_id,
    pull: String(pull),
    score: String(score),
  }));
  const changed = givenRows(db, { submission_id: "bigint", pull: "text", score: "text" }, rows);
  await db
    .updateTable("spam_training_example")
    .from(changed)
    .set({
      pull: sql<number>`cast(given.pull as double precision)`,
      score: sql<number>`cast(given.score as double precision)`,
      visited: version,
    })
    .whereRef("spam_training_example.submission_id", "=", "given.submission_id")
    .execute();
}

export async function removeExamples(db: Db, submission_ids: readonly number[]): Promise<void> {
  if (submission_ids.length === 0) return;
  await db
    .deleteFrom("spam_training_example")
    .where("submission_id", "in", submission_ids)
    .execute();
}

const COLUMNS = ["submission_id", "spam", "features", "pull", "score"] as const;

type ExampleRow = Pick<Selectable<Schema["spam_training_example"]>, (typeof COLUMNS)[number]>;

/** Features are copied, since the numbers of an array have to be aligned in memory. */
function exampleOf({ features, spam, ...row }: ExampleRow): StoredExample {
  const bytes = features ?? new Uint8Array(0);
  const copy = new Uint16Array(bytes.byteLength >> 1);
  new Uint8Array(copy.buffer).set(bytes);
  return { ...row, spam: spam === 1, features: copy };
}

const flag = (value: boolean): Flag => (value ? 1 : 0);
