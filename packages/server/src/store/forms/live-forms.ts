/** Hides deleted forms: every response omits them at once, while their rows are removed in batches. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

/** The condition that a column with a form's id does not name a deleted form, for queries over several forms. */
export function ofLiveForm(column: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} not in (select id from form where deleted_at is not null)`;
}

/** The condition of lists that a form is not deleted, and archived or not. */
export const isListed = (archived: boolean): RawBuilder<SqlBool> =>
  sql`form.deleted_at is null and form.archived = ${sql.lit(archived ? 1 : 0)}`;
