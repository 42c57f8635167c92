/** Which page of the list is shown, with links to the previous and the next one. */
import type { SubmissionList } from "@intray/sdk/schemas";
import { firstPage, inboxPath, type InboxView, pageNumber, PER_PAGE } from "./view.ts";

/** How many cursors a URL keeps. Before them the previous page is found by its number. */
const MAX_BACK = 5;

/** Returns `101–150 of 1,830`; empty for an empty list. */
export function listPosition(view: InboxView, { submissions, meta }: SubmissionList): string {
  if (submissions.length === 0) return "";
  const before = (pageNumber(view) - 1) * PER_PAGE;
  const first = (before + 1).toLocaleString("en");
  const last = (before + submissions.length).toLocaleString("en");
  return `${first}–${last} of ${countText(meta)}`;
}

/** The API counts the matches of a search or a date range only up to a limit. */
export const countText = ({ count, count_exact }: SubmissionList["meta"]): string =>
  `${count_exact === false ? "more than " : ""}${count.toLocaleString("en")}`;

/** Links that keep the filters; null for a single page. */
export function InboxPages({
  view,
  list,
}: {
  readonly view: InboxView;
  readonly list: SubmissionList;
}) {
  const previous = previousPage(view);
  const next = nextPage(view, list.meta.next_cursor);
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="pages" aria-label="Pages">
      <PageLink to={previous} rel="prev" label="Previous page" />
      <span class="position soft small">{listPosition(view, list)}</span>
      <PageLink to={next} rel="next" label="Next page" />
    </nav>
  );
}

function PageLink({
  to,
  rel,
  label,
}: {
  readonly to: InboxView | undefined;
  readonly rel: "prev" | "next";
  readonly label: string;
}) {
  return to === undefined ? (
    <span class="button" aria-disabled="true">
      {label}
    </span>
  ) : (
    <a class="button" rel={rel} href={inboxPath(to)}>
      {label}
    </a>
  );
}

function nextPage(view: InboxView, cursor: string | null): InboxView | undefined {
  if (cursor === null) return undefined;
  const back = view.cursor === "" ? [] : [...cursorsOf(view), view.cursor].slice(-MAX_BACK);
  return { ...view, cursor, page: String(pageNumber(view) + 1), back: back.join(".") };
}

/** By its cursor, so that no row is left out when submissions have arrived since; else by its number. */
function previousPage(view: InboxView): InboxView | undefined {
  const page = pageNumber(view);
  if (page === 1) return view.cursor === "" ? undefined : firstPage(view);
  if (page === 2) return firstPage(view);
  const cursors = cursorsOf(view);
  const number = String(page - 1);
  return {
    ...view,
    cursor: cursors.at(-1) ?? "",
    page: number,
    back: cursors.slice(0, -1).join("."),
  };
}

const cursorsOf = ({ back }: InboxView): readonly string[] =>
  back.split(".").filter((cursor) => cursor !== "");
