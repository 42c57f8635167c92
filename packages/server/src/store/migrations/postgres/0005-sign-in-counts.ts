/** Counts of sign-in attempts, and the generation of the cookies by which a login's browsers are known. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sign_in_count (
    subject bytea primary key check (octet_length(subject) = 32),
    failures bigint not null check (failures >= 0),
    retry_at bigint not null,
    expires_at bigint not null
  )`.execute(db);
  await sql`create index sign_in_count_expiry on sign_in_count (expires_at)`.execute(db);
  await sql`alter table login add column browser_generation bigint not null default 0`.execute(db);
}
