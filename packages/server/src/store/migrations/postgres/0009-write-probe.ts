/** Adds the row that `/readyz` overwrites to find out whether the database stores. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probe (
    id bigint primary key check (id = 1),
    written_at bigint not null,
    padding bytea not null
  )`.execute(db);
}
