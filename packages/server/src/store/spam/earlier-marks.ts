/** Learns again what users marked in 0.1.0, whose classifier kept words instead of features. */
import { sql } from "kysely";
import type { Fields } from "../../domain/submission/submission.ts";
import type { Db } from "../engine/schema.ts";
import { newExample } from "./example-rows.ts";
import { learnExamples } from "./training-examples.ts";

/** Whether there are training examples without features. */
export const hasEarlierMarks = async (db: Db, _: Record<string, never>): Promise<boolean> =>
  (await nextAccount(db)) !== undefined;

/** Learns up to `limit` of them, from their submissions. Returns whether there may be more. */
export async function learnEarlierMarks(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  const account_id = await nextAccount(db);
  if (account_id === undefined) return false;
  // First, so that a second process that trains the same account waits.
  const { version } = await db
    .updateTable("spam_training")
    .set({ version: sql`version + 1` })
    .where("account_id", "=", account_id)
    .returning("version")
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("spam_training_example")
    .innerJoin("submission", "submission.id", "spam_training_example.submission_id")
    .select(["submission.id", "submission.fields", "spam_training_example.spam", "trained_at"])
    .where("spam_training_example.account_id", "=", account_id)
    .where("features", "is", null)
    .orderBy("submission.id")
    .limit(limit)
    .execute();
  if (rows.length === 0) return true;
  await learnExamples(db, {
    account_id,
    added: rows.map(({ id, fields, spam }) =>
      newExample(id, JSON.parse(fields) as Fields, spam === 1),
    ),
    replaced: [],
    version,
    now: Math.max(...rows.map(({ trained_at }) => trained_at)),
  });
  return true;
}

async function nextAccount(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom("spam_training_example")
    .select("account_id")
    .where("features", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row?.account_id;
}
