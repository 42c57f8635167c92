/** The view of the inbox that a URL describes: tab, form, filters and page. */
import type { SubmissionDeliveryState } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { dayRange } from "../format/zone.ts";
import type { DashboardContext } from "../http/env.ts";
import { isZoneName } from "../http/preferences.ts";

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
  /** First and last day in the zone, both included: `2026-01-31`. */
  readonly from: string;
  readonly to: string;
  /** The person's time zone, or the one that the URL of a list in progress names. */
  readonly zone: string;
  /** The id of the project that the list is limited to, or `all`. */
  readonly project: string;
  /** A delivery state of the API. */
  readonly delivery: string;
  readonly cursor: string;
  /** The number of the page, for its position in the list; empty = 1. Without a cursor, the page to show. */
  readonly page: string;
  /** The cursors of the pages before this one, latest last, separated by dots. */
  readonly back: string;
}

export const PER_PAGE = 50;
const MAX_PAGE = 100_000;

export const isTab = (text: string): text is Tab => Object.hasOwn(TABS, text);

export function readView(c: DashboardContext): InboxView {
  const text = (name: string) => c.req.query(name)?.trim() ?? "";
  const tab = text("tab");
  const zone = text("zone");
  return {
    tab: isTab(tab) ? tab : "inbox",
    form_id: text("form_id"),
    query: text("query"),
    from: text("from"),
    to: text("to"),
    zone: isZoneName(zone) ? zone : c.var.zone.name,
    project: String(c.var.scope.project_id ?? "all"),
    delivery: text("delivery"),
    cursor: text("cursor"),
    page: text("page"),
    back: text("back"),
  };
}

/** Returns the first page of the view's list. */
export const firstPage = (view: InboxView): InboxView => ({
  ...view,
  cursor: "",
  page: "",
  back: "",
});

/** Returns the first page of the whole tab. */
export const withoutFilters = (view: InboxView): InboxView => ({
  ...firstPage(view),
  query: "",
  from: "",
  to: "",
  delivery: "",
});

/** Returns the number of the view's page, from 1. */
export function pageNumber({ page }: InboxView): number {
  const number = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
  return Math.min(number, MAX_PAGE);
}

/** Returns the path of a view. @param path Below `/dashboard/inbox`. */
export function inboxPath(view: InboxView, path = "", more: Record<string, string> = {}): string {
  const members = { ...view, tab: view.tab === "inbox" ? "" : view.tab };
  const query = queryOf(members, path !== "", more);
  return `/dashboard/inbox${path}${query === "" ? "" : `?${query}`}`;
}

/** Returns the view as a query string, for links that lead back to it later. */
export const viewQuery = (view: InboxView): string => `?${queryOf(view, false)}`;

/**
 * A link to the first page has neither zone nor project: a bookmark means those of the person who opens it. What
 * continues a list or acts on it keeps those that the list was shown in, whatever is chosen in another window.
 */
function queryOf(
  { zone, project, ...view }: Readonly<Record<keyof InboxView, string>>,
  acts: boolean,
  more: Readonly<Record<string, string>> = {},
): string {
  const hasDays = view.from !== "" || view.to !== "";
  const continues = view.cursor !== "" || view.page !== "";
  const kept = { ...(hasDays ? { zone } : {}), ...(view.form_id === "" ? { project } : {}) };
  const all = { ...view, ...(acts || continues ? kept : {}), ...more };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== "")).toString();
}

/** Returns whether the view has filters other than tab and form. */
export const isFiltered = ({ query, from, to, delivery }: InboxView): boolean =>
  query !== "" || from !== "" || to !== "" || delivery !== "";

/**
 * Returns the API's query parameters for a view.
 *
 * @throws AppError `invalid` for an invalid date.
 */
export function listQuery(view: InboxView) {
  const { tab, form_id, query, from, to, zone, delivery, cursor } = view;
  const first = daysOf(zone, "from", from);
  const last = daysOf(zone, "to", to);
  const page = pageNumber(view);
  return {
    // Without it the API lists the inbox too, or what the search names: spam or the trash.
    ...(tab === "inbox" && query !== "" ? {} : { filter_by: TABS[tab][1] }),
    per_page: PER_PAGE,
    ...(tab === "unread" && !/\bis:snoozed\b/i.test(query) ? { snoozed: false } : {}),
    ...(form_id === "" ? {} : { form_id }),
    ...(query === "" ? {} : { query }),
    // The API's bounds are exclusive; the view's days are inclusive.
    ...(first === undefined ? {} : { created_after: new Date(first.start - 1).toISOString() }),
    ...(last === undefined ? {} : { created_before: new Date(last.end).toISOString() }),
    // The API checks the value.
    ...(delivery === "" ? {} : { delivery_state: delivery as SubmissionDeliveryState }),
    ...(cursor !== "" ? { cursor } : page > 1 ? { page } : {}),
  };
}

function daysOf(zone: string, name: "from" | "to", text: string) {
  const range = dayRange(zone, text);
  if (range !== undefined || text === "") return range;
  throw invalid(name, `"${text.slice(0, 40)}" is not a date. Use the format 2026-01-31.`);
}
