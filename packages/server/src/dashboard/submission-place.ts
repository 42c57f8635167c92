/** The list that a submission was opened from: what stands before and behind it, and the way back. */
import type { Submission } from "@intray/sdk/schemas";
import { type FilterBy, submissionStates } from "../submission-filter.ts";
import type { DashboardContext, DashboardParts } from "./env.ts";

/** Tabs of the inbox, and what the API calls each. */
const TABS = {
  inbox: "all",
  unread: "new",
  spam: "spam",
  trash: "trash",
} as const satisfies Record<string, FilterBy>;
type Tab = keyof typeof TABS;

const isTab = (text: string | undefined): text is Tab =>
  text !== undefined && Object.hasOwn(TABS, text);

export interface Place {
  /** `?tab=…`, for addresses that stay in this list; empty when none was named. */
  readonly query: string;
  /** The list itself. */
  readonly list: string;
  readonly newer: number | null;
  readonly older: number | null;
}

/** The part of this request's address that names a list. */
export function placeQuery(c: DashboardContext): string {
  const named = new URLSearchParams();
  for (const name of ["tab", "form_id"]) {
    const value = c.req.query(name) ?? "";
    if (value !== "") named.set(name, value);
  }
  const text = named.toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * The list that the address names, else the one of its form that the submission is in now. With a tab
 * and no form it ranges over all forms.
 */
export async function findPlace(
  c: DashboardContext,
  { store }: Pick<DashboardParts, "store">,
  submission: Submission,
): Promise<Place> {
  const asked = c.req.query("tab");
  const tab = isTab(asked) ? asked : tabOf(submission);
  const isOverAll = isTab(asked) && (c.req.query("form_id") ?? "") === "";
  const states = submissionStates({ filterBy: TABS[tab] });
  if (states === "nothing") throw new Error(`The tab ${tab} contradicts itself.`);
  const { account_id } = c.get("session");
  const neighbours = await store.read("findNeighbours", {
    id: submission.id,
    account_id,
    form_id: isOverAll ? undefined : submission.form_id,
    states,
  });
  const list = new URLSearchParams({
    ...(isOverAll ? {} : { form_id: String(submission.form_id) }),
    tab,
  });
  return { ...neighbours, query: placeQuery(c), list: `/dashboard/inbox?${list.toString()}` };
}

const tabOf = ({ spam, trash }: Submission): Tab => (trash ? "trash" : spam ? "spam" : "inbox");
