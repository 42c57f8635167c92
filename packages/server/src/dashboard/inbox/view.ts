/** Which part of the inbox an address asks for, and the address of such a part. */
import { invalid } from "../../domain/errors.ts";
import type { DashboardContext } from "../http/env.ts";

/** Title and the API's `filter_by` of each. */
export const TABS = {
  inbox: ["Inbox", "all"],
  unread: ["Unread", "new"],
  spam: ["Spam", "spam"],
  trash: ["Trash", "trash"],
} as const;
export type Tab = keyof typeof TABS;

/** What the address says, as it was typed; empty where it says nothing. */
export interface InboxView {
  readonly tab: Tab;
  /** Id or uuid; empty = every form. */
  readonly form_id: string;
  readonly query: string;
  /** The first and the last day, UTC: `2026-01-31`. */
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

/** @param path Below `/dashboard/inbox`. */
export function inboxPath(view: InboxView, path = "", more: Record<string, string> = {}): string {
  const said = Object.entries({ ...view, tab: view.tab === "inbox" ? "" : view.tab, ...more });
  const query = new URLSearchParams(said.filter(([, value]) => value !== "")).toString();
  return `/dashboard/inbox${path}${query === "" ? "" : `?${query}`}`;
}

/** What an address further in says of the list that it was opened from. */
export function viewQuery(view: InboxView): string {
  const said = Object.entries(view).filter(([, value]) => value !== "");
  return `?${new URLSearchParams(said).toString()}`;
}

/** Whether anything beside form and tab narrows it. */
export const isFiltered = ({ query, from, to }: InboxView): boolean =>
  query !== "" || from !== "" || to !== "";

/**
 * What the API's list is asked for.
 *
 * @throws AppError `invalid` for a day that is none.
 */
export function listQuery({ tab, form_id, query, from, to, cursor }: InboxView) {
  const first = dayOf("from", from);
  const last = dayOf("to", to);
  return {
    filter_by: TABS[tab][1],
    per_page: PER_PAGE,
    ...(form_id === "" ? {} : { form_id }),
    ...(query === "" ? {} : { query }),
    // The API's bounds are strict, and the days are meant to be in it.
    ...(first === undefined ? {} : { created_after: new Date(first - 1).toISOString() }),
    ...(last === undefined ? {} : { created_before: new Date(last + DAY_MS).toISOString() }),
    ...(cursor === "" ? {} : { cursor }),
  };
}

/** Its first millisecond; 2026-02-30 is none, though Date takes it for one. */
function dayOf(name: "from" | "to", text: string): number | undefined {
  if (text === "") return undefined;
  const at = /^[12]\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return at;
  throw invalid(name, `"${text.slice(0, 40)}" is no day. A day is written as 2026-01-31.`);
}
