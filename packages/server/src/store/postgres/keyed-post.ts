/** Stores a post with an idempotency key in its own transaction: another process may store the same post now. */
import type pg from "pg";
import { IDEMPOTENCY_KEY_LIFETIME_MS, postScope } from "../../domain/account/idempotency-key.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import type { AcceptedSubmission } from "../../domain/submission/accepted-submission.ts";

/** Inserts the key, or reuses an expired one. If two posts with one key come at once, the second waits here. */
const INSERT_KEY = `
insert into idempotency_key (scope, key_hash, content_hash, created_at)
values ($1, decode($2, 'hex'), decode($2, 'hex'), $3)
on conflict (scope, key_hash) do update set result = null, created_at = excluded.created_at
  where idempotency_key.created_at <= $3 - ${IDEMPOTENCY_KEY_LIFETIME_MS}`;
const STORE_RESULT =
  "update idempotency_key set result = $3 where scope = $1 and key_hash = decode($2, 'hex')";
/** The lock is a write: where commits wait for a standby, the repeat is answered when the standby has the first post. */
const FIND_RESULT =
  "select result from idempotency_key where scope = $1 and key_hash = decode($2, 'hex') for update";

/**
 * @param client Is closed by the caller after an error, which rolls the transaction back.
 * @param insert Stores the post and returns the result.
 */
export async function acceptOnce(
  client: pg.ClientBase,
  { form_id, now }: NewSubmission,
  key_hash: string,
  insert: () => Promise<AcceptedSubmission>,
): Promise<AcceptedSubmission> {
  const key = [postScope(form_id), key_hash];
  await client.query("begin");
  const { rowCount } = await client.query(INSERT_KEY, [...key, now]);
  const accepted = rowCount === 1 ? await insert() : await firstResult(client, key);
  if (!accepted.isRepeat) await client.query(STORE_RESULT, [...key, String(accepted.id)]);
  await client.query("commit");
  return accepted;
}

async function firstResult(
  client: pg.ClientBase,
  key: readonly string[],
): Promise<AcceptedSubmission> {
  const { rows } = await client.query<{ result: string }>(FIND_RESULT, [...key]);
  const [row] = rows;
  if (row === undefined)
    throw new Error("The idempotency key of a post was deleted during the post.");
  return { id: Number(row.result), spam: false, hasDue: false, isRepeat: true };
}
