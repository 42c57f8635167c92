/** Reads and counts the rows of a list in the order of their ids, and names those ids. */
import type { CursorPosition } from "./history.ts";
import { type SelectQueryBuilder, sql } from "kysely";

/**
 * What a list, count or statistic is about: an account, the forms of one of its projects, or one form; for a person with
 * access to some projects, only what belongs to these.
 */
export interface AccountScope {
  readonly account_id: number;
  readonly project_id?: number | undefined;
  readonly form_id?: number | undefined;
  /** The login of a person whose access is limited to projects. */
  readonly member_id?: number | undefined;
}

/** Whether a scope has only some of the account's forms, and nothing of the account itself. */
export const isPartial = ({ form_id, project_id, member_id }: Omit<AccountScope, "account_id">) =>
  form_id !== undefined || project_id !== undefined || member_id !== undefined;

/** A page of an account's records, in the order of their ids or in the reverse order. */
export interface AccountPage extends CursorPosition, AccountScope {
  readonly limit: number;
  readonly offset: number;
}

export interface ListPage<Row> {
  readonly records: readonly Row[];
  readonly count: number;
}

/** Restricts a query to one page, oldest first. @param id The column with the id. */
export function pageById<S, T extends keyof S, O>(
  rows: SelectQueryBuilder<S, T, O>,
  { after_id, limit, offset }: Pick<AccountPage, "after_id" | "limit" | "offset">,
  id: "id" | "form.id" = "id",
): SelectQueryBuilder<S, T, O> {
  const column = sql.ref<number>(id);
  return rows
    .where(column, ">", after_id ?? 0)
    .orderBy(column)
    .limit(limit)
    .offset(offset);
}

/** The number of rows of a query, as its only column `n`. */
export const ROW_COUNT = sql<number>`count(*)`.as("n");

/** The ids of rows, in their order. */
export const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] =>
  rows.map(({ id }) => id);
