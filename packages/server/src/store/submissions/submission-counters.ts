/**
 * Finds the first ids of lists and claims over several forms or states: for each counter that is not zero, the
 * first ids of its submissions, by an index. The work is bounded by counters × page, whatever the table size.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { STATE_FLAGS, type SubmissionStates } from "../../domain/submission/submission-filter.ts";
import { isPostgres } from "../engine/dialect.ts";
import type { AccountScope } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

interface NonEmptyCountersArgs extends AccountScope {
  readonly states: SubmissionStates;
  readonly isByRead?: boolean;
}

/**
 * Every (form, spam, trash) with submissions in these states.
 *
 * @param isByRead Counts read and unread ones apart.
 */
export function nonEmptyCounters(
  db: Db,
  { account_id, states, isByRead = false, ...scope }: NonEmptyCountersArgs,
) {
  const key = [
    "counter.form_id",
    "counter.spam",
    "counter.trash",
    ...(isByRead ? (["counter.read"] as const) : []),
  ] as const;
  let counters = db
    .selectFrom("submission_count as counter")
    .select(key)
    .where("counter.account_id", "=", account_id)
    .where(ofForms("counter.form_id", scope))
    .groupBy(key)
    .having(({ fn }) => fn.sum("counter.count"), ">", 0);
  for (const name of STATE_FLAGS) {
    const value = states[name];
    if (value !== undefined) counters = counters.where(`counter.${name}`, "=", value);
  }
  return counters;
}

/** Each counter once per claim state, by which the unread index is partitioned. */
export function withClaimStates(counters: Expression<object>): RawBuilder<object> {
  return sql`(select counted.*, states.claim_state from ${counters} as counted,
    (select 0 as claim_state union all select 1 union all select 2) as states)`;
}

/** @param firstIds Selects the first ids of one counter, which it names `counter`. */
export function firstIdsOfCounters(
  db: Db,
  counters: Expression<object>,
  firstIds: Expression<{ id: number }>,
) {
  // PostgreSQL would run a correlated `in` subquery once for every row of the table.
  return isPostgres(db)
    ? db
        .selectFrom("submission")
        .where(
          sql<SqlBool>`submission.id = any (array(
            select found.id from ${counters} as counter, lateral ${firstIds} as found))`,
        )
        .select("submission.id")
    : db
        .selectFrom(sql`${counters}`.as("counter"))
        .innerJoin("submission", (join) => join.on(sql<SqlBool>`submission.id in ${firstIds}`))
        .select("submission.id");
}
