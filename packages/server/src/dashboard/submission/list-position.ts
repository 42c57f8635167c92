/** The inbox view that a submission was opened from, and its neighbors there. */
import type { Submission } from "@intray/sdk/schemas";
import { submissionStates, UNFILTERED } from "../../domain/submission/submission-filter.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
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

export interface ListPosition {
  /** Query string that links to other submissions have to keep; empty if the request has none. */
  readonly query: string;
  /** Path of the inbox view. */
  readonly list: string;
  readonly newer: number | null;
  readonly older: number | null;
}

const hasOrigin = (c: DashboardContext) => isTab(c.req.query("tab") ?? "");

/** Returns the query string of the inbox view that the request names; empty if it names none. */
export const originQuery = (c: DashboardContext): string =>
  hasOrigin(c) ? viewQuery(readView(c)) : "";

/** Appends a parameter to a query string. @param more Such as `log=2`. */
export const appendQuery = (query: string, more: string): string =>
  query === "" ? `?${more}` : `${query}&${more}`;

/**
 * Finds the submission in the view that the request names, else in the inbox of its form. A view with
 * filters has no neighbors: finding them would mean to search again.
 */
export async function findListPosition(
  c: DashboardContext,
  { store }: Pick<DashboardParts, "store">,
  submission: Submission,
): Promise<ListPosition> {
  const view: InboxView = hasOrigin(c)
    ? readView(c)
    : { ...readView(c), tab: tabOf(submission), form_id: String(submission.form_id) };
  const states = submissionStates({ filterBy: TABS[view.tab][1] });
  const neighbors =
    isFiltered(view) || states === "nothing"
      ? { newer: null, older: null }
      : await store.read("findNeighbors", {
          ...UNFILTERED,
          id: submission.id,
          account_id: c.get("session").account_id,
          // The submission's own form, even if the URL names another one.
          form_id: view.form_id === "" ? undefined : submission.form_id,
          states,
        });
  return { ...neighbors, query: originQuery(c), list: inboxPath(view) };
}

const tabOf = ({ spam, trash }: Submission): Tab => (trash ? "trash" : spam ? "spam" : "inbox");
