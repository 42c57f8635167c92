/**
 * Room for sealed secrets and for their rotation. The secrets that are there are sealed behind this, by
 * `seal-at-rest.ts`: SQL does not have the key.
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // At most one row: it tells whether the secrets are sealed, and whether the key is the right one.
  `create table sealed_canary (
    id integer primary key check (id = 1),
    sealed text not null
  ) strict`,
  // The last four characters of the signing secret: they are shown, and no key is needed for it.
  "alter table webhook add column secret_hint text not null default ''",
  "update webhook set secret_hint = substr(signing_secret, -4)",
  "alter table webhook add column next_signing_secret text",
  "alter table webhook add column previous_signing_secret text",
  `alter table webhook add column previous_until integer
    check ((previous_until is null) = (previous_signing_secret is null))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
