/** Reads the word counts of trained spam classifiers, which are cached in memory. */
import type { TrainedWords } from "../../domain/classifier-words.ts";
import type { Db } from "../engine/schema.ts";

/** Ids of accounts with training examples. */
export async function listTrainedAccounts(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("spam_training")
    .select("account_id")
    .orderBy("account_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Word counts of the account; `undefined` if its version is still `known`, or it has no training examples. */
export async function readTrainedWords(
  db: Db,
  { account_id, known }: { readonly account_id: number; readonly known: number },
): Promise<TrainedWords | undefined> {
  const training = await db
    .selectFrom("spam_training")
    .select(["version", "spam", "ham"])
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  if (training === undefined || training.version === known) return undefined;
  const rows = await db
    .selectFrom("spam_word")
    .select(["word", "spam", "ham"])
    .where("account_id", "=", account_id)
    .execute();
  return {
    account_id,
    ...training,
    words: rows.map(({ word }) => word),
    inSpam: rows.map(({ spam }) => spam),
    inHam: rows.map(({ ham }) => ham),
  };
}
