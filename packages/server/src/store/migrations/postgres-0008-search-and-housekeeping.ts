/** What is searched, forms that are being deleted, and which entries of the log were pruned. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The folded values of a submission, written behind intake. Its index needs an extension, which the
  // server makes after the schema: postgres/trigrams.ts.
  `create table search_text (
    id bigint primary key references submission (id) on delete cascade,
    folded text collate "C" not null
  )`,

  "alter table form add column deleted_at bigint",
  `alter table form add column retention_includes_unread smallint not null default 0
    check (retention_includes_unread in (0, 1))`,
  "create index form_deleted on form (id) where deleted_at is not null",

  "alter table delivery add column pruned_at bigint",
  "drop index delivery_finished",
  `create index delivery_finished on delivery (finished_at)
    where state not in ('queued', 'delivering') and pruned_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
