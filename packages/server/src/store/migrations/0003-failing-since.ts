/** Since when a webhook has had nothing but failures. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  "alter table webhook add column failing_since integer",
  "update webhook set failing_since = last_failure_at where failure_count > 0",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
