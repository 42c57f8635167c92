/** Claims of submissions, and the idempotency keys of requests, in the types of PostgreSQL. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // 0 = anybody may claim it, 1 = leased or put off until held_until, 2 = dead.
  `alter table submission
    add column hold smallint not null default 0 check (hold in (0, 1, 2)),
    add column held_until bigint,
    add column lease_token text,
    add column lease_consumer text,
    add check ((hold = 1) = (held_until is not null)),
    add check (lease_token is null or hold = 1),
    add check ((lease_consumer is null) = (lease_token is null))`,

  // The index that posts pay for stays one: what is free, held and dead lies apart in it.
  "drop index submission_unread",
  `create index submission_unread on submission (form_id, spam, hold, id)
    where read = 0 and trash = 0`,
  // A post is in neither of these.
  `create index submission_held on submission (form_id, spam, held_until, id)
    where hold = 1 and read = 0 and trash = 0`,
  "create index submission_lease on submission (lease_token, id) where lease_token is not null",

  // The result is written at the end of the transaction that took the key.
  `create table idempotency_key (
    scope text not null,
    key_hash bytea not null check (length(key_hash) = 32),
    content_hash bytea not null check (length(content_hash) = 32),
    result text check (result is null or result::jsonb is not null),
    created_at bigint not null,
    primary key (key_hash, scope)
  )`,
  "create index idempotency_key_age on idempotency_key (created_at)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
