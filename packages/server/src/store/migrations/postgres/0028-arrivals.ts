/**
 * Adds what arrived in each quarter of an hour, from which days of any time zone are made, and the hosts of the
 * pages that were posted from.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table arrival (
    account_id bigint not null,
    slot bigint not null,
    arrived bigint not null check (arrived >= 0),
    spam bigint not null check (spam between 0 and arrived),
    primary key (account_id, slot)
  )`.execute(db);
  await sql`create table arrival_source (
    account_id bigint not null,
    day bigint not null,
    host text collate "C" not null,
    arrived bigint not null check (arrived >= 0),
    spam bigint not null check (spam between 0 and arrived),
    primary key (account_id, day, host)
  )`.execute(db);
  // What came before this slot is only counted in submission_day.
  await sql`create table arrival_start (
    only_one smallint primary key default 1 check (only_one = 1),
    slot bigint not null
  )`.execute(db);
  await sql`insert into arrival_start (slot)
    values (floor(extract(epoch from now()) / 900)::bigint + 1)`.execute(db);
}
