/**
 * Adds what the spam classifier learned, and features of training examples. Examples without features are
 * learned again from their submissions. `spam_word` and `words` are of the classifier before; no code reads them.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table spam_model (
    account_id bigint primary key references account (id),
    examples bigint not null check (examples >= 0),
    bias double precision not null,
    threshold double precision not null,
    spread double precision not null check (spread > 0),
    sums bytea not null,
    counts bytea not null
  )`.execute(db);
  await sql`alter table spam_training_example add column pull double precision not null default 0`.execute(
    db,
  );
  await sql`alter table spam_training_example add column score double precision not null default 0`.execute(
    db,
  );
  await sql`alter table spam_training_example add column visited bigint not null default 0`.execute(
    db,
  );
  await sql`alter table spam_training_example add column features bytea`.execute(db);
}
