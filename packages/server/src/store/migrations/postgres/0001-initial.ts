/**
 * The initial PostgreSQL schema, version 0.1.0: the tables of SQLite's with PostgreSQL's types.
 *
 * Migrations are append-only: databases with this schema exist, so this file and the files that it
 * imports never change. A later change of the schema is a new migration for both databases,
 * `0002-….ts` here and in the parent folder.
 */
import { type Kysely, sql } from "kysely";
import { ACCOUNTS } from "./0001-initial-accounts.ts";
import { DELIVERIES } from "./0001-initial-deliveries.ts";
import { SUBMISSIONS } from "./0001-initial-submissions.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...ACCOUNTS, ...SUBMISSIONS, ...DELIVERIES]) {
    await sql.raw(statement).execute(db);
  }
}
