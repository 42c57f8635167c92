/** Adds to API keys what they may do, and until when. Keys from before may do everything and never expire. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_key
    add column scope text not null default 'write' check (scope in ('read', 'write'))`.execute(db);
  await sql`alter table api_key
    add column expires_at bigint check (expires_at > created_at)`.execute(db);
}
