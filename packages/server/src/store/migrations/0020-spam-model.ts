/**
 * Adds what the spam classifier learned, and features of training examples. Examples without features are
 * learned again from their submissions. `spam_word` and `words` are of the classifier before; no code reads them.
 */
import { type Kysely, sql } from "kysely";

/** Of {@link up}'s columns. The second contains only examples that are learned again. */
export const SPAM_EXAMPLE_INDEXES = [
  {
    name: "spam_training_example_visited",
    definition: "on spam_training_example (account_id, visited, submission_id)",
  },
  {
    name: "spam_training_example_earlier",
    definition: "on spam_training_example (account_id, submission_id) where features is null",
  },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table spam_model (
    account_id integer primary key references account (id),
    examples integer not null check (examples >= 0),
    bias real not null,
    threshold real not null,
    spread real not null check (spread > 0),
    sums blob not null,
    counts blob not null
  ) strict`.execute(db);
  await sql`alter table spam_training_example add column pull real not null default 0`.execute(db);
  await sql`alter table spam_training_example add column score real not null default 0`.execute(db);
  await sql`alter table spam_training_example add column visited integer not null default 0`.execute(
    db,
  );
  await sql`alter table spam_training_example add column features blob`.execute(db);
}
