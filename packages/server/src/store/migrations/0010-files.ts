/** Files: whose the folder or bucket is, how far it was swept, and what it may forget. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  `create table installation (
    -- No primary key: SQLite would number the rows by it, whatever its default says.
    only_one integer not null default 1 unique check (only_one = 1),
    mark text not null
  ) strict`,
  `create table file_sweep (
    only_one integer primary key check (only_one = 1),
    swept_to text not null
  ) strict`,
  // What is older belongs to another database or has a key without a time: it is nobody's orphan.
  `insert into file_sweep (only_one, swept_to)
    values (1, printf('%07x/', (unixepoch() * 1000) >> 20))`,
  "create table removed_file (storage_key text primary key) strict, without rowid",
  // However a row goes, its file's key is written down in the same transaction.
  `create trigger attachment_removed after delete on attachment begin
    insert or ignore into removed_file (storage_key) values (old.storage_key);
  end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
