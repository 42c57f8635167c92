/** Finds the submission that a page is about, and its neighbors in the list that it was opened from. */
import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import { dataOf, type ApiClient } from "../http/api-client.ts";
import { senderName } from "@intray/sdk/columns";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import { submissionStates, UNFILTERED } from "../../domain/submission/submission-filter.ts";
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

export interface ListPosition extends Neighbors {
  /** Query string that links to other submissions have to keep; empty if the request has none. */
  readonly query: string;
  /** Path of the inbox view. */
  readonly list: string;
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
  { store }: Pick<DashboardParts, "store">,
  submission: Submission,
): Promise<ListPosition> {
  // The days of the view are those of the zone that the list was shown in.
  if (hasOrigin(c)) await preferFormZone(c, c.req.query("form_id") ?? "");
  const view: InboxView = hasOrigin(c)
    ? readView(c)
    : { ...readView(c), tab: tabOf(submission), form_id: String(submission.form_id) };
  const neighbors = isFiltered(view)
    ? await searchNeighbors(c.var.api, view, submission)
    : await neighborsInTab(c, store, view, submission);
  return { ...neighbors, query: originQuery(c), list: inboxPath(view) };
}

/** Reads two ids, where a search reads two pages. */
async function neighborsInTab(
  c: DashboardContext,
  store: DashboardParts["store"],
  { tab, form_id }: InboxView,
  submission: Submission,
): Promise<Neighbors> {
  const states = submissionStates({ filterBy: TABS[tab][1] });
  if (states === "nothing") return { newer: null, older: null };
  return store.reads.findNeighbors({
    ...UNFILTERED,
    id: submission.id,
    account_id: c.var.session.account_id,
    // The submission's own form, even if the URL names another one.
    form_id: form_id === "" ? undefined : submission.form_id,
    states,
  });
}

const tabOf = ({ spam, trash }: Submission): Tab => (trash ? "trash" : spam ? "spam" : "inbox");

interface Neighbors {
  /** Ids; `null` at the ends of the list. */
  readonly newer: number | null;
  readonly older: number | null;
}

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
    return { newer, older };
  } catch (error) {
    // The filters of an address that somebody typed.
    if (error instanceof AppError && error.code === "invalid") return { newer: null, older: null };
    throw error;
  }
}

type Query = ReturnType<typeof listQuery> & { readonly order_by: "date_asc" | "date_desc" };

async function nextIn(
  api: ApiClient,
  query: Query,
  { id, created_at }: Pick<Submission, "id" | "created_at">,
): Promise<number | null> {
  const isNewer = query.order_by === "date_asc";
  let cursor: string | null = "";
  for (const per_page of PAGE_SIZES) {
    if (cursor === null) break;
    const at: Query = isNewer ? after(query, created_at) : before(query, created_at);
    const { submissions, meta }: SubmissionList = dataOf(
      await api.GET("/api/v1/submissions", {
        params: { query: { ...at, per_page, ...(cursor === "" ? {} : { cursor }) } },
      }),
    );
    const found = submissions.find((other) => (isNewer ? other.id > id : other.id < id));
    if (found !== undefined) return found.id;
    cursor = meta.next_cursor;
  }
  return null;
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
