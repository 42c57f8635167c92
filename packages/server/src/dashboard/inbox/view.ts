/** The view of the inbox that a URL describes: tab, form, filters and page. */
import { invalid } from "../../domain/errors.ts";
import type { DashboardContext } from "../http/env.ts";

/** Title of each tab, and its `filter_by` in the API. */
export const TABS = {
  inbox: ["Inbox", "all"],
  unread: ["To do", "new"],
  spam: ["Spam", "spam"],
  trash: ["Trash", "trash"],
} as const;
export type Tab = keyof typeof TABS;

/** The query parameters, unvalidated; empty strings for missing ones. */
export interface InboxView {
  readonly tab: Tab;
  /** Id or uuid; empty = every form. */
  readonly form_id: string;
  readonly query: string;
  /** First and last day in UTC, both included: `2026-01-31`. */
  readonly from: string;
  readonly to: string;
  readonly cursor: string;
}

const DAY_MS = 86_400_000;
const PER_PAGE = 50;

export const isTab = (text: string): text is Tab => Object.hasOwn(TABS, text);

export function readView(c: DashboardContext): InboxView {
  const text = (name: string) => c.req.query(name)?.trim() ?? "";
  const tab = text("tab");
  return {
    tab: isTab(tab) ? tab : "inbox",
    form_id: text("form_id"),
    query: text("query"),
    from: text("from"),
    to: text("to"),
    cursor: text("cursor"),
  };
}

/** Returns the path of a view. @param path Below `/dashboard/inbox`. */
export function inboxPath(view: InboxView, path = "", more: Record<string, string> = {}): string {
  const all = Object.entries({ ...view, tab: view.tab === "inbox" ? "" : view.tab, ...more });
  const query = new URLSearchParams(all.filter(([, value]) => value !== "")).toString();
  return `/dashboard/inbox${path}${query === "" ? "" : `?${query}`}`;
}

/** Returns the view as a query string, for links that lead back to it later. */
export function viewQuery(view: InboxView): string {
  const nonEmpty = Object.entries(view).filter(([, value]) => value !== "");
  return `?${new URLSearchParams(nonEmpty).toString()}`;
}

/** Returns whether the view has filters other than tab and form. */
export const isFiltered = ({ query, from, to }: InboxView): boolean =>
  query !== "" || from !== "" || to !== "";

/**
 * Returns the API's query parameters for a view.
 *
 * @throws AppError `invalid` for an invalid date.
 */
export function listQuery({ tab, form_id, query, from, to, cursor }: InboxView) {
  const first = dayOf("from", from);
  const last = dayOf("to", to);
  return {
    filter_by: TABS[tab][1],
    per_page: PER_PAGE,
    ...(form_id === "" ? {} : { form_id }),
    ...(query === "" ? {} : { query }),
    // The API's bounds are exclusive; the view's days are inclusive.
    ...(first === undefined ? {} : { created_after: new Date(first - 1).toISOString() }),
    ...(last === undefined ? {} : { created_before: new Date(last + DAY_MS).toISOString() }),
    ...(cursor === "" ? {} : { cursor }),
  };
}

/** Returns the first millisecond of a day; rejects 2026-02-30, which Date would accept. */
function dayOf(name: "from" | "to", text: string): number | undefined {
  if (text === "") return undefined;
  const at = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return at;
  throw invalid(name, `"${text.slice(0, 40)}" is not a date. Use the format 2026-01-31.`);
}
