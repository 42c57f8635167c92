/**
 * Where lists and claims over several forms or states begin: the counted cells. For each that has any,
 * the first ids of that cell, by index. The work is bounded by cells × page, whatever the table.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { STATE_FLAGS, type SubmissionStates } from "../../domain/submission-filter.ts";
import { isPostgres } from "../engine/dialect.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

/** Every (form, spam, trash) that has a submission of these states. */
export function nonEmptyCounters(
  db: Db,
  {
    account_id,
    form_id,
    states,
  }: {
    readonly account_id: number;
    readonly form_id?: number | undefined;
    readonly states: SubmissionStates;
  },
) {
  let cells = db
    .selectFrom("submission_count as cell")
    .select(["cell.form_id", "cell.spam", "cell.trash"])
    .where("cell.account_id", "=", account_id)
    .groupBy(["cell.form_id", "cell.spam", "cell.trash"])
    .having((cell) => cell.fn.sum("cell.count"), ">", 0);
  cells =
    form_id === undefined
      ? cells.where(ofLiveForm("cell.form_id"))
      : cells.where("cell.form_id", "=", form_id);
  for (const name of STATE_FLAGS) {
    const value = states[name];
    if (value !== undefined) cells = cells.where(`cell.${name}`, "=", value);
  }
  return cells;
}

/** Each cell three times: what is unread lies in its index apart by who may claim it. */
export function withClaimStates(cells: Expression<object>): RawBuilder<object> {
  return sql`(select counted.*, states.claim_state from ${cells} as counted,
    (select 0 as claim_state union all select 1 union all select 2) as states)`;
}

/** @param firstOfCell Selects the first ids of the cell that it calls `cell`. */
export function firstIdsOfCounters(
  db: Db,
  cells: Expression<object>,
  firstOfCell: Expression<{ id: number }>,
) {
  // PostgreSQL would run the subquery of a correlated `in` once for every row of the table.
  return isPostgres(db)
    ? db
        .selectFrom("submission")
        .where(
          sql<SqlBool>`submission.id = any (array(
            select found.id from ${cells} as cell, lateral ${firstOfCell} as found))`,
        )
        .select("submission.id")
    : db
        .selectFrom(sql`${cells}`.as("cell"))
        .innerJoin("submission", (join) => join.on(sql<SqlBool>`submission.id in ${firstOfCell}`))
        .select("submission.id");
}
