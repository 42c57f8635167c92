/** What is searched, forms that are being deleted, and which entries of the log were pruned. */
import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The folded values of a submission, written behind intake. The newest row says how far that has come.
  `create table search_text (
    id integer primary key references submission (id) on delete cascade,
    folded text not null
  ) strict`,
  // Without the text, which is in the table, and without places: what is found is looked up there.
  `create virtual table search_index using fts5 (
    folded, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram case_sensitive 1'
  )`,
  `create trigger search_text_indexed after insert on search_text begin
    insert into search_index (rowid, folded) values (new.id, new.folded);
  end`,
  `create trigger search_text_removed after delete on search_text begin
    delete from search_index where rowid = old.id;
  end`,

  "alter table form add column deleted_at integer",
  `alter table form add column retention_includes_unread integer not null default 0
    check (retention_includes_unread in (0, 1))`,
  "create index form_deleted on form (id) where deleted_at is not null",

  "alter table delivery add column pruned_at integer",
  "drop index delivery_finished",
  `create index delivery_finished on delivery (finished_at)
    where state not in ('queued', 'delivering') and pruned_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
