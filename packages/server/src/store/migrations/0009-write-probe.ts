/** Adds the row that `/readyz` overwrites to find out whether the database stores. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probe (
    id integer primary key check (id = 1),
    written_at integer not null,
    padding blob not null
  ) strict`.execute(db);
}
