/** Adds when a submission was first answered. Submissions from before it have no such time until they are. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table submission add column answered_at bigint`.execute(db);
  await sql`create table answer_start (
    only_one smallint primary key default 1 check (only_one = 1),
    at bigint not null
  )`.execute(db);
  await sql`insert into answer_start (at)
    values (floor(extract(epoch from now()) * 1000)::bigint)`.execute(db);
}
