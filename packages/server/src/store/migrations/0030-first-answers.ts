/** Adds when a submission was first answered. Submissions from before it have no such time until they are. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submission add column answered_at integer`.execute(db);
  await sql`create table answer_start (
    only_one integer primary key check (only_one = 1),
    at integer not null
  ) strict`.execute(db);
  await sql`insert into answer_start (only_one, at)
    values (1, cast(unixepoch('subsec') * 1000 as integer))`.execute(db);
}

/** Holds what the statistics read, so that they read no row of a submission. */
export const ANSWER_INDEXES = [
  {
    name: "submission_answered",
    definition:
      "on submission (account_id, answered_at, created_at) where answered_at is not null and spam = 0",
  },
];
