/** What bulk actions have changed, so that they can be undone. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table undo (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    token text not null,
    actor text not null,
    change text not null check (json_valid(change)),
    changed integer not null,
    restored integer not null default 0,
    created_at integer not null,
    undone_at integer,
    unique (account_id, token)
  ) strict`.execute(db);
  await sql`create index undo_account on undo (account_id, id)`.execute(db);
  await sql`create table undo_part (
    id integer primary key autoincrement,
    undo_id integer not null references undo (id) on delete cascade,
    changed integer not null,
    before text not null check (json_valid(before))
  ) strict`.execute(db);
  await sql`create index undo_part_undo on undo_part (undo_id, id)`.execute(db);
}
