/** Reads the unread list by cursor, or by page number if the server has no cursors. */
import type { QueueSubmission } from "./delivery.ts";
import type { UnreadEntry, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";

/** Entries per yielded page when only ids are kept. */
const ENTRIES_PER_PAGE = 500;

/** One page of the list. A server without cursors has no `next_cursor` at all. */
export interface ListAnswer {
  readonly submissions: readonly QueueSubmission[];
  readonly meta: { readonly next_cursor?: string | null };
}

/** The position of the next page. */
export type ListPosition = { readonly cursor?: string } | { readonly page: number };

/**
 * Yields the pages of the list, oldest first.
 *
 * With cursors it yields the records page by page: acknowledging them does not move the cursor. With
 * page numbers acknowledgements would shift the pages, so all ids are read first, and the records are
 * fetched one by one later.
 */
export async function* readUnreadList(
  list: (at: ListPosition) => PromiseLike<ListAnswer>,
): AsyncGenerator<UnreadPage> {
  const first = await list({});
  if (first.meta.next_cursor === undefined) {
    yield* readByPages(first, list);
    return;
  }
  const seenCursors = new Set<string>();
  for (let answer = first; ;) {
    yield { kind: "records", submissions: answer.submissions };
    const cursor = answer.meta.next_cursor;
    if (cursor === null || cursor === undefined) return;
    if (seenCursors.has(cursor)) {
      throw new QueueSourceError(
        "unavailable",
        "The server's list repeats a cursor, so its end cannot be reached.",
      );
    }
    seenCursors.add(cursor);
    answer = await list({ cursor });
  }
}

async function* readByPages(
  first: ListAnswer,
  list: (at: ListPosition) => PromiseLike<ListAnswer>,
): AsyncGenerator<UnreadPage> {
  const entries = new Map<number, UnreadEntry>();
  let answer = first;
  for (let page = 2; ; page += 1) {
    const known = entries.size;
    for (const { id, uid, form_id: formId } of answer.submissions)
      entries.set(id, { id, uid, formId });
    // Stop when a page adds nothing, which also covers a server that ignores `page`. A short page is
    // not the end: a server may return fewer than requested.
    if (entries.size === known) break;
    answer = await list({ page });
  }
  const oldestFirst = [...entries.values()].toSorted((a, b) => a.id - b.id);
  for (let at = 0; at < oldestFirst.length; at += ENTRIES_PER_PAGE) {
    yield { kind: "ids", entries: oldestFirst.slice(at, at + ENTRIES_PER_PAGE) };
  }
}
