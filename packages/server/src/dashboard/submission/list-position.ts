/** The inbox view that a submission was opened from, and its neighbors there. */
import type { Submission } from "@intray/sdk/schemas";
import { submissionStates, UNFILTERED } from "../../domain/submission/submission-filter.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
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
} from "../inbox/view.ts";
import { type Neighbors, searchNeighbors } from "./search-neighbors.ts";

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
    ? await searchNeighbors(c.get("api"), view, submission)
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
    account_id: c.get("session").account_id,
    // The submission's own form, even if the URL names another one.
    form_id: form_id === "" ? undefined : submission.form_id,
    states,
  });
}

const tabOf = ({ spam, trash }: Submission): Tab => (trash ? "trash" : spam ? "spam" : "inbox");
