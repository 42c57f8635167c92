/** Files: how far the folder or bucket was swept, and what it may forget. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  `create table file_sweep (
    only_one boolean primary key check (only_one),
    swept_to text collate "C" not null
  )`,
  // What is older belongs to another database or has a key without a time: it is nobody's orphan.
  `insert into file_sweep (only_one, swept_to)
    values (true, lpad(to_hex((extract(epoch from now()) * 1000)::bigint >> 20), 7, '0') || '/')`,
  `create table removed_file (storage_key text collate "C" primary key)`,
  // However a row goes, its file's key is written down in the same transaction.
  `create function note_removed_file() returns trigger language plpgsql as $$
  begin
    insert into removed_file (storage_key) values (old.storage_key) on conflict do nothing;
    return null;
  end $$`,
  `create trigger attachment_removed after delete on attachment
    for each row execute function note_removed_file()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
