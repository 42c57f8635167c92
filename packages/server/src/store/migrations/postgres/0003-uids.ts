/** The same as on SQLite, and the uid of a post that waits for the statement that stores it. Never changes. */
import { type Kysely, sql } from "kysely";
import { up as addColumns } from "../0003-uids.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  await sql`alter type posted_submission add attribute uid text`.execute(db);
}
