/** Scores of leads, which are also the work still to do; places of submissions; who may sign in. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // A row is scored, waits for its next try, or is leased to whoever tries: exactly one of the three.
  `create table lead_score (
    submission_id integer primary key references submission (id) on delete cascade,
    score integer check (score between 0 and 100),
    score_reasoning text,
    score_location_info text,
    tries integer not null default 0 check (tries >= 0),
    next_try_at integer,
    lease_token text,
    lease_expires_at integer,
    created_at integer not null,
    scored_at integer,
    check ((score is null) = (scored_at is null)),
    check ((score is null) = (score_reasoning is null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((score is not null) + (next_try_at is not null) + (lease_token is not null) = 1)
  ) strict`,
  "create index lead_score_due on lead_score (next_try_at) where next_try_at is not null",
  "create index lead_score_leased on lead_score (lease_expires_at) where lease_token is not null",

  // [country, region, city]; one column, so that a post without a place pays for one null.
  "alter table submission add column geocoded text check (json_valid(geocoded))",

  `create table login (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
