/** Finds the submission that a page is about, and its neighbors in the list that it was opened from. */
import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import { dataOf, type ApiClient } from "../http/api-client.ts";
import { senderName } from "../inbox/row-text.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import {
  STATE_FLAGS,
  submissionStates,
  UNFILTERED,
} from "../../domain/submission/submission-filter.ts";
import { preferFormZone } from "../http/preferences.ts";
import {
  inboxPath,
  type InboxView,
  isFiltered,
  isTab,
  readView,
  type Tab,
  TABS,
  viewQuery,
  firstPage,
  listQuery,
} from "../inbox/view.ts";
import { AppError } from "../../domain/errors.ts";

/** @throws AppError `not_found`. */
export async function findSubmission(c: DashboardContext): Promise<Submission> {
  const path = { id: Number(c.req.param("id")) };
  return dataOf(await c.var.api.GET("/api/v1/submissions/{id}", { params: { path } }));
}

/** Of the page; untrusted text. */
export const nameSubmission = (submission: Submission): string =>
  senderName(submission) ?? `Submission ${submission.id}`;

export interface ListPosition extends Omit<Neighbors, "newerCount" | "count"> {
  /** Query string that links to other submissions have to keep; empty if the request has none. */
  readonly query: string;
  /** Path of the inbox view. */
  readonly list: string;
  /** Such as "3 of 413"; `undefined` if it is not in the list, or far back in it. */
  readonly place: string | undefined;
}

/** Whether the submission was opened from a list. */
export const hasOrigin = (c: DashboardContext) => isTab(c.req.query("tab") ?? "");

/** Returns the query string of the inbox view that the request names; empty if it names none. */
export const originQuery = (c: DashboardContext): string =>
  hasOrigin(c) ? viewQuery(readView(c)) : "";

/** Appends a parameter to a query string. @param more Such as `log=2`. */
export const appendQuery = (query: string, more: string): string =>
  query === "" ? `?${more}` : `${query}&${more}`;

/** Finds the submission in the view that the request names, else in the inbox of its form. */
export async function findListPosition(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  submission: Submission,
): Promise<ListPosition> {
  // The days of the view are those of the zone that the list was shown in.
  if (hasOrigin(c)) await preferFormZone(c, c.req.query("form_id") ?? "");
  const view: InboxView = hasOrigin(c)
    ? readView(c)
    : { ...readView(c), tab: tabOf(submission), form_id: String(submission.form_id) };
  const neighbors = isFiltered(view)
    ? await searchNeighbors(c.var.api, view, submission)
    : await neighborsInTab(c, store, view, { ...submission, now: clock.now() });
  const { newerCount, count, ...next } = neighbors;
  const place =
    newerCount === undefined || count === undefined
      ? undefined
      : `${(newerCount + 1).toLocaleString("en")} of ${count.toLocaleString("en")}`;
  return { ...next, place, query: originQuery(c), list: inboxPath(view) };
}

/** Reads two ids, where a search reads two pages. */
async function neighborsInTab(
  c: DashboardContext,
  store: DashboardParts["store"],
  { tab, form_id }: InboxView,
  submission: Submission & { readonly now: number },
): Promise<Neighbors> {
  const states = submissionStates({ filterBy: TABS[tab][1] });
  if (states === "nothing") return NO_NEIGHBORS;
  const { now, snoozed_until } = submission;
  const isToDo = tab === "unread";
  const filter = {
    ...UNFILTERED,
    ...c.var.scope,
    // The submission's own form, even if the URL names another one.
    ...(form_id === "" ? {} : { project_id: undefined, form_id: submission.form_id }),
    states,
    snoozed: isToDo ? false : undefined,
    now,
  };
  const [neighbors, { count }] = await Promise.all([
    store.reads.findNeighbors({ ...filter, id: submission.id }),
    store.reads.countSubmissions(filter),
  ]);
  const isIn = STATE_FLAGS.every(
    (name) => states[name] === undefined || (states[name] === 1) === submission[name],
  );
  return isIn && !(isToDo && Date.parse(snoozed_until ?? "") > now)
    ? { ...neighbors, count }
    : { ...neighbors, count: undefined };
}

const tabOf = ({ spam, trash }: Submission): Tab => (trash ? "trash" : spam ? "spam" : "inbox");

interface Neighbors {
  /** Ids; `null` at the ends of the list. */
  readonly newer: number | null;
  readonly older: number | null;
  /** How many submissions of the list are newer. */
  readonly newerCount: number | undefined;
  /** Of the list; `undefined` if the submission is not in it. */
  readonly count: number | undefined;
}

const NO_NEIGHBORS = { newer: null, older: null, newerCount: undefined, count: undefined };

/**
 * A search starts at a time, which all submissions of one batch of posts may share. The first page has the neighbor
 * almost always. If more share it than these pages have, there seems to be no neighbor.
 */
const PAGE_SIZES = [5, 50, 100];

async function searchNeighbors(
  api: ApiClient,
  view: InboxView,
  submission: Pick<Submission, "id" | "created_at">,
): Promise<Neighbors> {
  try {
    const query = listQuery(firstPage(view));
    const [newer, older] = await Promise.all([
      nextIn(api, { ...query, order_by: "date_asc" }, submission),
      nextIn(api, { ...query, order_by: "date_desc" }, submission),
    ]);
    const count = newer.count + older.count + 1;
    return {
      newer: newer.id,
      older: older.id,
      newerCount: newer.isExact ? newer.count : undefined,
      count: (newer.isIn || older.isIn) && older.isExact ? count : undefined,
    };
  } catch (error) {
    // The filters of an address that somebody typed.
    if (error instanceof AppError && error.code === "invalid") return NO_NEIGHBORS;
    throw error;
  }
}

type Query = ReturnType<typeof listQuery> & { readonly order_by: "date_asc" | "date_desc" };

/** One side of a submission in a list: the next one, and how many there are. */
interface Side {
  readonly id: number | null;
  readonly count: number;
  readonly isExact: boolean;
  /** The submission itself is in the list. */
  readonly isIn: boolean;
}

type NextInArgs = Pick<Submission, "id" | "created_at">;

async function nextIn(api: ApiClient, query: Query, { id, created_at }: NextInArgs): Promise<Side> {
  const isNewer = query.order_by === "date_asc";
  let cursor: string | null = "";
  /** Those of the same time that come before, and the submission itself. */
  const passed: number[] = [];
  for (const per_page of PAGE_SIZES) {
    if (cursor === null) break;
    const at: Query = isNewer ? after(query, created_at) : before(query, created_at);
    const { submissions, meta }: SubmissionList = dataOf(
      await api.GET("/api/v1/submissions", {
        params: { query: { ...at, per_page, ...(cursor === "" ? {} : { cursor }) } },
      }),
    );
    for (const { id: other } of submissions) {
      if (isNewer ? other > id : other < id) {
        const count = meta.count - passed.length;
        const isExact = meta.count_exact !== false;
        return { id: other, count, isExact, isIn: passed.includes(id) };
      }
      passed.push(other);
    }
    cursor = meta.next_cursor;
  }
  return { id: null, count: 0, isExact: cursor === null, isIn: passed.includes(id) };
}

// The API's bounds are exclusive, so that these include submissions of the same millisecond.

function after(query: Query, created_at: string): Query {
  const bound = shiftTime(created_at, -1);
  const { created_after = bound } = query;
  return { ...query, created_after: created_after > bound ? created_after : bound };
}

function before(query: Query, created_at: string): Query {
  const bound = shiftTime(created_at, 1);
  const { created_before = bound } = query;
  return { ...query, created_before: created_before < bound ? created_before : bound };
}

const shiftTime = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
