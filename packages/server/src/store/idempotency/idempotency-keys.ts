/** Runs API writes at most once per idempotency key. Posts have their own queries on the table. */
import { AppError } from "../../domain/errors.ts";
import type { RequestKey } from "../../domain/account/idempotency-key.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, requestKey } from "../../domain/account/idempotency-key.ts";
import { ifDecryptable, type SecretBox } from "../../platform/secret-box.ts";
import { forChanging } from "../engine/dialect.ts";
import { deleteOldest, type ExpiredRows } from "../engine/old-rows.ts";
import type { Db } from "../engine/schema.ts";

export interface OnceOutcome<Result> {
  readonly result: Result;
  /** The write ran before, under the same key. */
  readonly isRepeat: boolean;
}

/**
 * Runs a write once for its key, in the same transaction. The second of two concurrent calls waits and
 * gets the result of the first. A write that throws stores no key.
 *
 * @param run Its result must be plain JSON. It is stored encrypted, since it may contain URLs of webhooks.
 * @throws AppError `idempotency_key_reused` if the key was sent with other content.
 */
export async function runOnce(
  db: Db,
  key: RequestKey & { readonly now: number },
  run: () => Promise<unknown>,
  box: SecretBox,
): Promise<OnceOutcome<unknown>> {
  if (await insertKey(db, key)) {
    const result = await run();
    await db
      .updateTable("idempotency_key")
      .set({ result: encryptResult(box, key.scope, JSON.stringify(result)) })
      .where("scope", "=", key.scope)
      .where("key_hash", "=", Buffer.from(key.key_hash))
      .execute();
    return { result, isRepeat: false };
  }
  const known = await findOutcome(db, key, box);
  if (known === undefined) throw new Error("An idempotency key exists but cannot be read.");
  return known;
}

/**
 * The stored result of the key; `undefined` if the key is new.
 *
 * @throws AppError `idempotency_key_reused` if the key was sent with other content.
 */
export async function findOutcome(
  db: Db,
  key: RequestKey & { readonly now: number },
  box: SecretBox,
): Promise<OnceOutcome<unknown> | undefined> {
  const stored = db
    .selectFrom("idempotency_key")
    .select(["content_hash", "result"])
    .where("scope", "=", key.scope)
    .where("key_hash", "=", Buffer.from(key.key_hash))
    .where("created_at", ">", key.now - IDEMPOTENCY_KEY_LIFETIME_MS);
  // The lock is a write: where commits wait for a standby, the repeat is answered when the standby has the result.
  const known = await forChanging(db, stored).executeTakeFirst();
  if (known === undefined) return undefined;
  if (Buffer.compare(known.content_hash, key.content_hash) !== 0) {
    throw new AppError(
      "idempotency_key_reused",
      "This Idempotency-Key was sent with another request in the last 24 hours. Send a new key with a new request.",
    );
  }
  const text = decryptResult(box, key.scope, known.result ?? "null");
  return { result: JSON.parse(text), isRepeat: true };
}

const resultPlace = (scope: string) => `idempotency_key/${scope}/result`;

/** A ciphertext is a JSON string, which no result is. */
const encryptResult = (box: SecretBox, scope: string, text: string): string =>
  JSON.stringify(box.encrypt(text, resultPlace(scope)));

function decryptResult(box: SecretBox, scope: string, column: string): string {
  const parsed: unknown = JSON.parse(column);
  return typeof parsed === "string" ? box.decrypt(parsed, resultPlace(scope)) : column;
}

/** Encrypts results of API requests with the current key. One that no key decrypts stays as it is. */
export async function reencryptResults(db: Db, box: SecretBox): Promise<void> {
  const rows = await db
    .selectFrom("idempotency_key")
    .select(["scope", "key_hash", "result"])
    .where("scope", "not like", "post%")
    .execute();
  for (const { scope, key_hash, result } of rows) {
    if (result === null || box.isCurrent(result.slice(1))) continue;
    const text = ifDecryptable(() => decryptResult(box, scope, result));
    if (text === undefined) continue;
    await db
      .updateTable("idempotency_key")
      .set({ result: encryptResult(box, scope, text) })
      .where("scope", "=", scope)
      .where("key_hash", "=", key_hash)
      .execute();
  }
}

/** Inserts the key, and waits for a concurrent transaction with the same key. Whether the key was new. */
async function insertKey(
  db: Db,
  { scope, key_hash, content_hash, now }: RequestKey & { readonly now: number },
): Promise<boolean> {
  await db
    .deleteFrom("idempotency_key")
    .where("scope", "=", scope)
    .where("key_hash", "=", Buffer.from(key_hash))
    .where("created_at", "<=", now - IDEMPOTENCY_KEY_LIFETIME_MS)
    .execute();
  const inserted = await db
    .insertInto("idempotency_key")
    .values({
      scope,
      key_hash: Buffer.from(key_hash),
      content_hash: Buffer.from(content_hash),
      result: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("created_at")
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Takes the solution of a captcha challenge, which expires within an hour. False if it was taken before: a second
 * transaction waits for the first. Its key is one of a request of its own, so it is pruned with the others.
 */
export const useSolution = (
  db: Db,
  { nonce, now }: { readonly nonce: string; readonly now: number },
): Promise<boolean> =>
  insertKey(db, { ...requestKey({ scope: "captcha", key: nonce, content: "" }), now });

/** Takes the state of a pending single sign-on, as {@link useSolution} takes a solution. */
export const useSignOnState = (
  db: Db,
  { state, now }: { readonly state: string; readonly now: number },
): Promise<boolean> =>
  insertKey(db, { ...requestKey({ scope: "sign-on", key: state, content: "" }), now });

/**
 * Deletes at most `limit` keys that have expired, oldest first.
 *
 * @returns How many were deleted; call again while it is `limit`.
 */
export const pruneIdempotencyKeys = (db: Db, { now, limit }: ExpiredRows): Promise<number> =>
  deleteOldest(
    db,
    { table: "idempotency_key", key: "key_hash", time: "created_at" },
    { until: now - IDEMPOTENCY_KEY_LIFETIME_MS, limit },
  );
