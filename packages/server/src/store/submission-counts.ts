/** How many submissions there are: sums of kept counters, or a bounded count where dates narrow. */
import { sql } from "kysely";
import type { SubmissionStates } from "../submission-filter.ts";
import { ofLiveForm } from "./live-forms.ts";
import type { Db } from "./schema.ts";
import { idRange } from "./submission-ids.ts";
import { pageOfIds, type SubmissionFilter } from "./submission-list.ts";

/** A count by dates or by a text is exact up to here; above, it would cost what a scan costs. */
export const MOST_COUNTED = 10_000;

export interface SubmissionCounts {
  /** Not spam, not trashed. */
  readonly inbox_count: number;
  /** Unread ones of the inbox. */
  readonly unread_count: number;
  readonly spam_count: number;
  readonly trash_count: number;
}

/** Of one form, or of all forms of the account. */
export async function countStates(
  db: Db,
  { account_id, form_id }: { readonly account_id: number; readonly form_id?: number | undefined },
): Promise<SubmissionCounts> {
  const sum = (condition: string) =>
    sql<number>`coalesce(sum(n) filter (where ${sql.raw(condition)}), 0)`;
  let query = db
    .selectFrom("submission_count")
    .select([
      sum("spam = 0 and trash = 0").as("inbox_count"),
      sum("read = 0 and spam = 0 and trash = 0").as("unread_count"),
      sum("spam = 1 and trash = 0").as("spam_count"),
      sum("trash = 1").as("trash_count"),
    ])
    .where("account_id", "=", account_id);
  query =
    form_id === undefined
      ? query.where(ofLiveForm("form_id"))
      : query.where("form_id", "=", form_id);
  return query.executeTakeFirstOrThrow();
}

/** How many submissions a filter lets through, and whether the number is exact. */
export async function countSubmissions(
  db: Db,
  filter: SubmissionFilter,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  if (filter.created_after === undefined && filter.created_before === undefined) {
    return { count: await countPlain(db, filter), isExact: true };
  }
  const first = { ...filter, order: "date_desc", limit: MOST_COUNTED + 1, offset: 0 } as const;
  const { n } = await db
    .selectFrom(pageOfIds(db, first, await idRange(db, filter)).as("some"))
    .select((count) => count.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return { count: Math.min(n, MOST_COUNTED), isExact: n <= MOST_COUNTED };
}

async function countPlain(
  db: Db,
  {
    account_id,
    form_id,
    states,
  }: { account_id: number; form_id?: number | undefined; states: SubmissionStates },
): Promise<number> {
  let query = db
    .selectFrom("submission_count")
    .select(sql<number>`coalesce(sum(n), 0)`.as("n"))
    .where("account_id", "=", account_id);
  query =
    form_id === undefined
      ? query.where(ofLiveForm("form_id"))
      : query.where("form_id", "=", form_id);
  for (const name of ["read", "spam", "trash"] as const) {
    const value = states[name];
    if (value !== undefined) query = query.where(name, "=", value);
  }
  return (await query.executeTakeFirstOrThrow()).n;
}
