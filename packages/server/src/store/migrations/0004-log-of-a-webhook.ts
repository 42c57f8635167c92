/** The log of one webhook without reading that of the others. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index delivery_webhook on delivery (webhook_id, id)`.execute(db);
}
