/** Claims of submissions, and the idempotency keys of requests. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // 0 = anybody may claim it, 1 = leased or put off until held_until, 2 = dead.
  "alter table submission add column hold integer not null default 0 check (hold in (0, 1, 2))",
  `alter table submission add column held_until integer
    check ((hold = 1) = (held_until is not null))`,
  `alter table submission add column lease_token text
    check (lease_token is null or hold = 1)`,
  `alter table submission add column lease_consumer text
    check ((lease_consumer is null) = (lease_token is null))`,

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
    key_hash blob not null check (length(key_hash) = 32),
    content_hash blob not null check (length(content_hash) = 32),
    result text check (json_valid(result)),
    created_at integer not null,
    primary key (key_hash, scope)
  ) strict, without rowid`,
  "create index idempotency_key_age on idempotency_key (created_at)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
