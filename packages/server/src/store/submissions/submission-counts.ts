/** How many submissions there are: sums of kept counters, or a bounded count where dates narrow. */
import {
  STATE_FLAGS,
  type StateFlag,
  type SubmissionFilter,
  type SubmissionStates,
} from "../../domain/submission-filter.ts";
import { compiledOnce } from "../engine/compiled.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { isCounted, rowFilter } from "./row-filter.ts";
import { pageOfIds } from "./submission-list.ts";

/** A count by dates or by a text is exact up to here; above, it would cost what a scan costs. */
export const MAX_COUNTED = 10_000;

export interface SubmissionCounts {
  /** Not spam, not trashed. */
  readonly inbox_count: number;
  /** Unread ones of the inbox. */
  readonly unread_count: number;
  readonly spam_count: number;
  readonly trash_count: number;
}

type Cell = { readonly [Name in StateFlag]: Flag } & { readonly count: number };

const cells = (db: Db) =>
  db
    .selectFrom("submission_count")
    .select(STATE_FLAGS)
    .select((cell) => cell.fn.sum<number>("count").as("count"))
    .groupBy(STATE_FLAGS);

const cellsOfForm = compiledOnce(
  (db, p: { readonly account_id: number; readonly form_id: number }) =>
    cells(db).where("account_id", "=", p.account_id).where("form_id", "=", p.form_id),
);

const cellsOfAccount = compiledOnce((db, p: { readonly account_id: number }) =>
  cells(db).where("account_id", "=", p.account_id).where(ofLiveForm("form_id")),
);

/** Of one form, or of all forms of the account: eight numbers at most. */
async function cellsOf(
  db: Db,
  { account_id, form_id }: { readonly account_id: number; readonly form_id?: number | undefined },
): Promise<readonly Cell[]> {
  return form_id === undefined
    ? cellsOfAccount(db, { account_id })
    : cellsOfForm(db, { account_id, form_id });
}

const sumOf = (counted: readonly Cell[], states: SubmissionStates) =>
  counted
    .filter((cell) =>
      STATE_FLAGS.every((name) => states[name] === undefined || states[name] === cell[name]),
    )
    .reduce((sum, { count }) => sum + count, 0);

/** Of one form, or of all forms of the account. */
export async function countStates(
  db: Db,
  scope: { readonly account_id: number; readonly form_id?: number | undefined },
): Promise<SubmissionCounts> {
  const counted = await cellsOf(db, scope);
  return {
    inbox_count: sumOf(counted, { spam: 0, trash: 0 }),
    unread_count: sumOf(counted, { read: 0, spam: 0, trash: 0 }),
    spam_count: sumOf(counted, { spam: 1, trash: 0 }),
    trash_count: sumOf(counted, { trash: 1 }),
  };
}

/** How many submissions a filter lets through, and whether the number is exact. */
export async function countSubmissions(
  db: Db,
  filter: SubmissionFilter,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  const rows = await rowFilter(db, filter);
  if (isCounted(rows)) {
    return { count: sumOf(await cellsOf(db, filter), filter.states), isExact: true };
  }
  const first = { order: "date_desc", limit: MAX_COUNTED + 1, offset: 0 } as const;
  const { n } = await db
    .selectFrom(pageOfIds(db, rows, first).as("some"))
    .select((count) => count.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return { count: Math.min(n, MAX_COUNTED), isExact: n <= MAX_COUNTED };
}
