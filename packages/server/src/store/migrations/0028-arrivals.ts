/**
 * Adds what arrived in each quarter of an hour, from which days of any time zone are made, and the hosts of the
 * pages that were posted from.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table arrival (
    account_id integer not null,
    slot integer not null,
    arrived integer not null check (arrived >= 0),
    spam integer not null check (spam between 0 and arrived),
    primary key (account_id, slot)
  ) strict, without rowid`.execute(db);
  await sql`create table arrival_source (
    account_id integer not null,
    day integer not null,
    host text not null,
    arrived integer not null check (arrived >= 0),
    spam integer not null check (spam between 0 and arrived),
    primary key (account_id, day, host)
  ) strict, without rowid`.execute(db);
  // What came before this slot is only counted in submission_day.
  await sql`create table arrival_start (
    only_one integer primary key check (only_one = 1),
    slot integer not null
  ) strict`.execute(db);
  await sql`insert into arrival_start (only_one, slot) values (1, unixepoch() / 900 + 1)`.execute(
    db,
  );
}
