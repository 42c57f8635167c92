/**
 * Finds out whether a batch of posts was committed after the connection broke before its answer arrived.
 * Each batch has a random token, which its statement inserts with the posts.
 */
import type pg from "pg";
import { type SqlBool, sql } from "kysely";
import { isPostgres } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import type { AcceptedBatch } from "./accept-statement.ts";

/** Longer than any statement runs, or waits in a connection. */
const KEPT_MS = 600_000;

/**
 * Takes the token: this waits for a statement that is still inserting it, and makes one that arrives later fail.
 * It always writes: where commits wait for a standby, the standby then has the batch too, which a lost connection
 * may have kept the batch's own commit from waiting for.
 */
const TAKE_TOKEN = `
insert into posted_batch (token) values ($1)
on conflict (token) do update set created_at = posted_batch.created_at`;
const FIND_BATCH = `
select array_to_json(ids) as ids,
  array_to_json(array(select id from submission where id = any(ids) and spam = 1)) as spam,
  true as has_due
from posted_batch where token = $1 and ids is not null`;

/**
 * Returns what a batch came to that was committed; `undefined` if it was not. Then no statement with the token
 * can commit any more, so the posts can be written again.
 */
export async function settleBatch(
  pool: pg.Pool,
  token: string,
): Promise<AcceptedBatch | undefined> {
  await pool.query(TAKE_TOKEN, [token]);
  const { rows } = await pool.query<AcceptedBatch>(FIND_BATCH, [token]);
  return rows[0];
}

/**
 * Deletes at most `limit` tokens that are old by the database's clock, and returns their number; 0 on SQLite, which
 * has none.
 */
export async function pruneBatches(db: Db, { limit }: { readonly limit: number }): Promise<number> {
  if (!isPostgres(db)) return 0;
  const { numAffectedRows = 0n } = await sql<SqlBool>`
    delete from posted_batch where token in (
      select token from posted_batch
      where created_at < extract(epoch from clock_timestamp()) * 1000 - ${sql.lit(KEPT_MS)}
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}
