/** A deleted form is gone from every answer at once, although what hangs on it goes by the batch. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

/** Of a column that holds a form's id, in a query over several forms: the form is not being deleted. */
export function ofLiveForm(column: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} not in (select id from form where deleted_at is not null)`;
}
