/** Adds the installations that a submission has passed; only submissions that another Intray delivered have a row. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table submission_hops (
    submission_id bigint primary key references submission (id) on delete cascade,
    hops text not null
  )`.execute(db);
}
