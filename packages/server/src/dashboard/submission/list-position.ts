/** The list that a submission was opened from: what stands before and behind it, and the way back. */
import type { Submission } from "@intray/sdk/schemas";
import { submissionStates, UNFILTERED } from "../../domain/submission-filter.ts";
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
  /** `?tab=…`, for addresses that stay in this list; empty when none was named. */
  readonly query: string;
  /** The list itself. */
  readonly list: string;
  readonly newer: number | null;
  readonly older: number | null;
}

const hasOrigin = (c: DashboardContext) => isTab(c.req.query("tab") ?? "");

/** The part of this request's address that names a list. */
export const originQuery = (c: DashboardContext): string =>
  hasOrigin(c) ? viewQuery(readView(c)) : "";

/** A query with one thing more. */
export const appendQuery = (query: string, more: string): string =>
  query === "" ? `?${more}` : `${query}&${more}`;

/**
 * The list that the address names, else the one of its form that the submission is in now. What stands
 * beside it is not looked for in the findings of a search.
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
  const neighbours =
    isFiltered(view) || states === "nothing"
      ? { newer: null, older: null }
      : await store.read("findNeighbors", {
          ...UNFILTERED,
          id: submission.id,
          account_id: c.get("session").account_id,
          // Whatever form the address names, this is the one that the submission is of.
          form_id: view.form_id === "" ? undefined : submission.form_id,
          states,
        });
  return { ...neighbours, query: originQuery(c), list: inboxPath(view) };
}

const tabOf = ({ spam, trash }: Submission): Tab => (trash ? "trash" : spam ? "spam" : "inbox");
