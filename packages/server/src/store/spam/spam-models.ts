/** Reads and writes what spam classifiers learned. */
import { FEATURES } from "../../domain/spam/features.ts";
import { emptyModel, type SpamModel } from "../../domain/spam/model.ts";
import type { SpamThreshold } from "../../domain/spam/threshold.ts";
import type { TrainedModel } from "../../domain/spam/trained-model.ts";
import type { Db, Flag } from "../engine/schema.ts";

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

/** `undefined` if the version is still `known`, or the account has no training examples. */
export async function readTrainedModel(
  db: Db,
  { account_id, known }: { readonly account_id: number; readonly known: number },
): Promise<TrainedModel | undefined> {
  const row = await db
    .selectFrom("spam_training")
    .innerJoin("spam_model", "spam_model.account_id", "spam_training.account_id")
    .innerJoin("account", "account.id", "spam_training.account_id")
    .selectAll(["spam_training", "spam_model"])
    .select("spam_prior")
    .where("spam_training.account_id", "=", account_id)
    .where("spam_training.version", "<>", known)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, account_id, ...learnedOf(row) };
}

/** The model for a change; its account's row in `spam_training` is locked. */
export async function readModel(db: Db, account_id: number): Promise<SpamModel> {
  const { spam_prior } = await db
    .selectFrom("account")
    .select("spam_prior")
    .where("id", "=", account_id)
    .executeTakeFirstOrThrow();
  const row = await db
    .selectFrom("spam_model")
    .select(["examples", "bias", "prior_pull", "sums", "counts"])
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  return row === undefined
    ? emptyModel(spam_prior === 1)
    : { ...row, ...learnedOf({ ...row, spam_prior }) };
}

const learnedOf = (row: { sums: Buffer; counts: Buffer; spam_prior: Flag }) => ({
  sums: floatsOf(row.sums),
  counts: integersOf(row.counts),
  usesPrior: row.spam_prior === 1,
});

interface WriteModelArgs {
  readonly account_id: number;
  readonly model: SpamModel;
  readonly threshold: SpamThreshold | undefined;
}

/** @param threshold `undefined` = the one before. */
export async function writeModel(
  db: Db,
  { account_id, model, threshold }: WriteModelArgs,
): Promise<void> {
  const learned = {
    examples: model.examples,
    bias: model.bias,
    prior_pull: model.prior_pull,
    sums: bytesOf(model.sums),
    counts: bytesOf(model.counts),
  };
  await db
    .insertInto("spam_model")
    .values({ account_id, ...learned, ...(threshold ?? UNKNOWN) })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ ...learned, ...threshold }),
    )
    .execute();
}

/** Before there is ham, nothing is spam. */
const UNKNOWN: SpamThreshold = { threshold: 1_000, spread: 1 };

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

// Copied, since the numbers of an array have to be aligned in memory.
function floatsOf(bytes: Buffer): Float32Array {
  const floats = new Float32Array(FEATURES);
  new Uint8Array(floats.buffer).set(bytes);
  return floats;
}

function integersOf(bytes: Buffer): Uint16Array {
  const integers = new Uint16Array(FEATURES);
  new Uint8Array(integers.buffer).set(bytes);
  return integers;
}
