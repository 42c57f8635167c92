/** A post with an Idempotency-Key: in a transaction of its own, since another process may be taking the same one. */
import type pg from "pg";
import { IDEMPOTENCY_KEY_LIFETIME_MS, postScope } from "../../domain/idempotency-key.ts";
import type { NewSubmission } from "../submissions/new-submission.ts";
import type { AcceptedSubmission } from "../../domain/accepted-submission.ts";

/** A key that is older than a day is taken like a new one; of two at once the second waits here. */
const TAKE = `
insert into idempotency_key (scope, key_hash, content_hash, created_at)
values ($1, decode($2, 'hex'), decode($2, 'hex'), $3)
on conflict (scope, key_hash) do update set result = null, created_at = excluded.created_at
  where idempotency_key.created_at <= $3 - ${IDEMPOTENCY_KEY_LIFETIME_MS}`;
const KEEP =
  "update idempotency_key set result = $3 where scope = $1 and key_hash = decode($2, 'hex')";
const FIND = "select result from idempotency_key where scope = $1 and key_hash = decode($2, 'hex')";

/** @param insert Writes the post and answers what it became. */
export async function acceptOnce(
  pool: pg.Pool,
  { form_id, now }: NewSubmission,
  key_hash: string,
  insert: (client: pg.ClientBase) => Promise<AcceptedSubmission>,
): Promise<AcceptedSubmission> {
  const key = [postScope(form_id), key_hash];
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rowCount } = await client.query(TAKE, [...key, now]);
    const accepted = rowCount === 1 ? await insert(client) : await first(client, key);
    if (!accepted.isRepeat) await client.query(KEEP, [...key, String(accepted.id)]);
    await client.query("commit");
    client.release();
    return accepted;
  } catch (error) {
    // A connection that cannot even roll back is not given to anybody else.
    const isUsable = await client.query("rollback").then(
      () => true,
      () => false,
    );
    client.release(!isUsable);
    throw error;
  }
}

async function first(client: pg.ClientBase, key: readonly string[]): Promise<AcceptedSubmission> {
  const { rows } = await client.query<{ result: string }>(FIND, [...key]);
  const [row] = rows;
  if (row === undefined) throw new Error("The key of a post was there, and is gone.");
  return { id: Number(row.result), spam: false, hasDue: false, isRepeat: true };
}
