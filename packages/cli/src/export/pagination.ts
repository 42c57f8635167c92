/** Reads the submissions of an export page by page: those that existed at its start, oldest first. */
import { setImmediate } from "node:timers/promises";
import type { Intray, SubmissionListParams } from "@intray/sdk";
import { parseRow } from "./row.ts";
import type { Row } from "./row.ts";

const PER_PAGE = 100;

/** The content of an export, fixed at its start. */
export interface Plan {
  readonly query: SubmissionListParams;
  /** Id of the newest submission; `null` without one. Later submissions are not exported. */
  readonly lastId: number | null;
  /** Number of submissions, for progress only. */
  readonly total: number;
}

/** The next page to request: by cursor, or by number if the server has no cursors; `null` at the end. */
export type NextPage = { readonly cursor: string } | { readonly page: number } | null;

/** The progress of an export. */
export interface Position {
  readonly next: NextPage;
  /** Id of the last row; a page requested by number may repeat rows. */
  readonly afterId: number;
}

export interface ExportPage {
  /** Valid until the next page is requested. */
  readonly rows: readonly Row[];
  /** The position after these rows. */
  readonly position: Position;
}

export const FIRST_POSITION: Position = { next: { page: 1 }, afterId: 0 };

/** Determines the newest submission and the number of submissions. */
export async function makePlan(
  client: Intray,
  query: SubmissionListParams,
  signal?: AbortSignal,
): Promise<Plan> {
  const newest = await client.submissions.list(
    { ...query, order_by: "date_desc", per_page: 1 },
    { ...(signal !== undefined && { signal }) },
  );
  return { query, lastId: newest.submissions[0]?.id ?? null, total: newest.meta.count };
}

/** All pages from the position on. */
export async function* paginate(
  client: Intray,
  { query, lastId }: Plan,
  from: Position,
  signal?: AbortSignal,
): AsyncGenerator<ExportPage> {
  if (lastId === null || from.next === null) return;
  const pages = client.submissions.listJson(
    { ...query, order_by: "date_asc", per_page: PER_PAGE, ...pageParams(from.next) },
    { ...(signal !== undefined && { signal }) },
  );
  let { afterId } = from;
  for await (const page of fetchAhead(pages)) {
    signal?.throwIfAborted();
    const listed = page.items.map(parseRow);
    const rows = listed.filter(({ id }) => id > afterId && id <= lastId);
    const isLast = listed.some(({ id }) => id > lastId);
    afterId = rows.at(-1)?.id ?? afterId;
    yield { rows, position: { next: isLast ? null : nextPage(page.meta), afterId } };
    page.release();
    if (isLast) return;
  }
}

/** The first page is requested without a number. */
function pageParams(next: NonNullable<NextPage>): {
  readonly page?: number;
  readonly cursor?: string;
} {
  return "page" in next && next.page === 1 ? {} : next;
}

function nextPage(meta: { readonly page: number; readonly next_cursor?: string | null }): NextPage {
  if (typeof meta.next_cursor === "string") return { cursor: meta.next_cursor };
  return meta.next_cursor === null ? null : { page: meta.page + 1 };
}

/** Sends the request for the next page before the current one is written. */
async function* fetchAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = iterator.next();
      // awaited in the next iteration; until then a rejection must not count as unhandled
      next.catch(() => undefined);
      await requestSent();
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

/**
 * Waits until the request has been sent. undici writes to a reused connection one turn of the event loop
 * later, to detect whether it was closed. Writing a page to SQLite is synchronous: without waiting, the
 * request would be sent after the page was written instead of at the same time.
 */
async function requestSent(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
