/** Counts submissions: from the stored counters, or by a bounded count if the filter has dates. */
import {
  STATE_FLAGS,
  type StateFlag,
  type SubmissionFilter,
  type SubmissionStates,
} from "../../domain/submission/submission-filter.ts";
import { compileOnce } from "../engine/compiled.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { isCounted, rowFilter } from "./row-filter.ts";
import { countAcrossCounters, pageOfIds } from "./submission-list.ts";

/** A count by dates is exact up to here; beyond it would cost a scan. */
export const MAX_COUNTED = 10_000;

export interface SubmissionCounts {
  /** Neither spam nor in the trash. */
  readonly inbox_count: number;
  /** Unread submissions of the inbox. */
  readonly unread_count: number;
  readonly spam_count: number;
  readonly trash_count: number;
}

type Counter = { readonly [Name in StateFlag]: Flag } & { readonly count: number };

const counters = (db: Db) =>
  db
    .selectFrom("submission_count")
    .select(STATE_FLAGS)
    .select(({ fn }) => fn.sum<number>("count").as("count"))
    .groupBy(STATE_FLAGS);

const countersOfForm = compileOnce(
  (db, p: { readonly account_id: number; readonly form_id: number }) =>
    counters(db).where("account_id", "=", p.account_id).where("form_id", "=", p.form_id),
);

const countersOfAccount = compileOnce((db, p: { readonly account_id: number }) =>
  counters(db).where("account_id", "=", p.account_id).where(ofForms("form_id", {})),
);

/** The counters of one form, or of the forms of the project or account together: at most eight. */
async function countersOf(db: Db, { account_id, ...scope }: AccountScope) {
  const { form_id } = scope;
  if (isPartial({ ...scope, form_id: undefined })) {
    const ofAccount = counters(db).where("account_id", "=", account_id);
    return ofAccount.where(ofForms("form_id", scope)).execute();
  }
  return form_id === undefined
    ? countersOfAccount(db, { account_id })
    : countersOfForm(db, { account_id, form_id });
}

const sumOf = (counted: readonly Counter[], states: SubmissionStates) =>
  counted
    .filter((counter) =>
      STATE_FLAGS.every((name) => states[name] === undefined || states[name] === counter[name]),
    )
    .reduce((sum, { count }) => sum + count, 0);

/** Counts of one form, of the forms of a project, or of all of the account. */
export async function countStates(
  db: Db,
  scope: AccountScope & { readonly now: number },
): Promise<SubmissionCounts & { readonly snoozed_count: number }> {
  const unread = { ...scope, states: { read: 0, spam: 0, trash: 0 } } as const;
  const counts = statesOf(await countersOf(db, scope));
  return { ...counts, snoozed_count: await countSnoozed(db, unread) };
}

type Snoozed = AccountScope & Pick<SubmissionFilter, "states" | "now">;

/** People snooze few submissions, so their index is read. */
async function countSnoozed(db: Db, { states, now = 1, ...scope }: Snoozed): Promise<number> {
  let rows = db
    .selectFrom("submission")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("account_id", "=", scope.account_id)
    .where("snoozed_until", ">", now)
    .where(ofForms("submission.form_id", scope));
  for (const name of STATE_FLAGS) {
    const value = states[name];
    if (value !== undefined) rows = rows.where(name, "=", value);
  }
  return (await rows.executeTakeFirstOrThrow()).n;
}

const statesOf = (counted: readonly Counter[]): SubmissionCounts => ({
  inbox_count: sumOf(counted, { spam: 0, trash: 0 }),
  unread_count: sumOf(counted, { read: 0, spam: 0, trash: 0 }),
  spam_count: sumOf(counted, { spam: 1, trash: 0 }),
  trash_count: sumOf(counted, { trash: 1 }),
});

/** The counts of a form without submissions. */
export const NO_SUBMISSIONS: SubmissionCounts = statesOf([]);

const countersOfForms = compileOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("submission_count")
    .select("form_id")
    .select(STATE_FLAGS)
    .select(({ fn }) => fn.sum<number>("count").as("count"))
    .where(isAmong(db, "form_id", p.ids))
    .groupBy(["form_id", ...STATE_FLAGS]),
);

export async function countStatesOfForms(
  db: Db,
  formIds: readonly number[],
): Promise<ReadonlyMap<number, SubmissionCounts>> {
  const counted = await countersOfForms(db, { ids: idsText(db, formIds) });
  const byForm = Map.groupBy(counted, ({ form_id }) => form_id);
  return new Map([...byForm].map(([id, of]) => [id, statesOf(of)]));
}

/** How many submissions match a filter, up to {@link MAX_COUNTED} if it has dates. */
export async function countSubmissions(
  db: Db,
  filter: SubmissionFilter,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  const rows = await rowFilter(db, filter);
  if (isCounted(rows)) {
    return { count: sumOf(await countersOf(db, filter), filter.states), isExact: true };
  }
  if (filter.snoozed === false && isCounted({ ...rows, snoozed: undefined })) {
    const all = sumOf(await countersOf(db, filter), filter.states);
    return { count: all - (await countSnoozed(db, filter)), isExact: true };
  }
  if (rows.delivery_state !== undefined) {
    const { n } = await countAcrossCounters(db, rows, MAX_COUNTED + 1).executeTakeFirstOrThrow();
    return { count: Math.min(n ?? 0, MAX_COUNTED), isExact: (n ?? 0) <= MAX_COUNTED };
  }
  const first = { order: "date_desc", limit: MAX_COUNTED + 1, offset: 0 } as const;
  const { n } = await db
    .selectFrom(pageOfIds(db, rows, first).as("some"))
    .select((count) => count.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return { count: Math.min(n, MAX_COUNTED), isExact: n <= MAX_COUNTED };
}
