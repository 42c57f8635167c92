/** Which forms a query is about. Deleted ones are hidden: every response omits them at once, while their rows are removed in batches. */
import type { AccountScope } from "../engine/paging.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";

/** The condition that a column with a form's id does not name a deleted form, for queries over several forms. */
export const ofLiveForm = (column: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} not in (select id from form where deleted_at is not null)`;

/** The condition of lists that a form is not deleted, archived or not, and of the project if one is named. */
export const isListed = (
  archived: boolean,
  { project_id, member_id }: Pick<AccountScope, "project_id" | "member_id"> = {},
): RawBuilder<SqlBool> =>
  sql`form.deleted_at is null and form.archived = ${sql.lit(archived ? 1 : 0)}${
    project_id === undefined ? sql`` : sql` and form.project_id = ${project_id}`
  }${member_id === undefined ? sql`` : sql` and ${isGranted("form.project_id", member_id)}`}`;

/** The condition that a column names a project that a limited person has access to. */
export const isGranted = (
  column: string,
  member_id: number | RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select project_id from login_project where login_id = ${member_id})`;

/** The condition that a column names a form of such a project. */
export const isOfGrantedForm = (
  column: string,
  member_id: number | RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select id from form where ${isGranted("project_id", member_id)})`;

/** The condition that a column names a form of the scope. A deleted form is in no project. */
export function ofForms(
  column: string,
  { form_id, project_id, member_id }: Omit<AccountScope, "account_id">,
): RawBuilder<SqlBool> {
  const conditions = [
    ...(form_id === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${form_id}`]),
    ...(project_id === undefined
      ? []
      : [
          sql<SqlBool>`${sql.ref(column)} in (select id from form where project_id = ${project_id})`,
        ]),
    ...(member_id === undefined ? [] : [isOfGrantedForm(column, member_id)]),
  ];
  return conditions.length === 0 ? ofLiveForm(column) : sql`(${sql.join(conditions, sql` and `)})`;
}
