/** Reads the unread list by cursor, or, where the server has none, by page numbers to its end. */
import type { QueueSubmission } from "./delivery.ts";
import type { UnreadEntry, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";

/** Entries handed out at a time when only ids are kept. */
const ENTRIES = 500;

/** One answer of the list. A server without cursors has no `next_cursor` at all. */
export interface ListAnswer {
  readonly submissions: readonly QueueSubmission[];
  readonly meta: { readonly next_cursor?: string | null };
}

/** Where to read on. */
export type ListPosition = { readonly cursor?: string } | { readonly page: number };

/**
 * The pages of the list, oldest first.
 *
 * By cursor the records are handed out page by page: acknowledging them does not move the cursor.
 * By page number it would move the pages, so all ids are read first and the records later, singly.
 */
export async function* readUnreadList(
  list: (at: ListPosition) => PromiseLike<ListAnswer>,
): AsyncGenerator<UnreadPage> {
  const first = await list({});
  if (first.meta.next_cursor === undefined) {
    yield* readByPages(first, list);
    return;
  }
  const walked = new Set<string>();
  for (let answer = first; ;) {
    yield { kind: "records", submissions: answer.submissions };
    const cursor = answer.meta.next_cursor;
    if (cursor === null || cursor === undefined) return;
    if (walked.has(cursor)) {
      throw new QueueSourceError("unavailable", "The server's list leads in a circle.");
    }
    walked.add(cursor);
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
    for (const { id, form_id: formId } of answer.submissions) entries.set(id, { id, formId });
    // Not at a short page: a server may give fewer than asked. One that ignores `page` ends here too.
    if (entries.size === known) break;
    answer = await list({ page });
  }
  const oldestFirst = [...entries.values()].toSorted((a, b) => a.id - b.id);
  for (let at = 0; at < oldestFirst.length; at += ENTRIES) {
    yield { kind: "ids", entries: oldestFirst.slice(at, at + ENTRIES) };
  }
}
