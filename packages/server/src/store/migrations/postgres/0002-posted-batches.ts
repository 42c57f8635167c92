/** The batches of posts that were written in the last minutes: see postgres/batch-outcome.ts. Never changes. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // ids: in the order of the posts; null for a batch that was not committed and never can be.
  await sql`create table posted_batch (
    token uuid primary key,
    ids bigint[],
    created_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)
  )`.execute(db);
}
