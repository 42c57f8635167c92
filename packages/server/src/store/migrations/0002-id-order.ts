/** Events are ordered by their ids alone, on both databases: see postgres/0002-id-order.ts. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // It was always 0 on SQLite.
  await sql`alter table event_horizon drop column transaction_id`.execute(db);
}
