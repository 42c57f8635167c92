/**
 * Uids of submissions, webhooks and tests, which message ids and idempotency keys are made of. Rows from before
 * have none, so that retries of their deliveries keep the message ids they had. Never changes.
 */
import { type Kysely, sql } from "kysely";

/** The tables whose rows get a uid. No index: nothing is looked up by it. */
const TABLES_WITH_UID = ["submission", "webhook", "test_body"] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES_WITH_UID) {
    await sql`alter table ${sql.table(table)} add column uid text`.execute(db);
  }
}
