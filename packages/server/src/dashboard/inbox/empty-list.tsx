/** The inbox without submissions. */
import { firstPage, inboxPath, type InboxView, isFiltered, withoutFilters } from "./view.ts";

const EMPTY_TEXTS = {
  inbox: "No submissions yet.",
  unread: "Nothing to do.",
  spam: "No spam.",
  trash: "The trash is empty.",
} as const;

export function EmptyList({ view }: { readonly view: InboxView }) {
  if (view.cursor !== "" || view.page !== "") {
    return (
      <p class="empty">
        No submissions on this page. <a href={inboxPath(firstPage(view))}>First page</a>
      </p>
    );
  }
  return isFiltered(view) ? (
    <p class="empty">
      No matching submissions. <a href={inboxPath(withoutFilters(view))}>Clear the search</a>
    </p>
  ) : (
    <p class="empty">{EMPTY_TEXTS[view.tab]}</p>
  );
}
