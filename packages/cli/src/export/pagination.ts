/** The submissions of an export: those there at its start, oldest first, a page at a time. */
import { setImmediate } from "node:timers/promises";
import type { Intray, SubmissionListParams } from "@intray/sdk";
import { parseRow } from "./row.ts";
import type { Row } from "./row.ts";

const PER_PAGE = 100;

/** What an export is to hold; fixed at its start. */
export interface Plan {
  readonly query: SubmissionListParams;
  /** The newest one; `null` when there is none. What arrives meanwhile is left to the next export. */
  readonly lastId: number | null;
  /** How many there were; for progress only. */
  readonly total: number;
}

/** The next page to ask for; by its number where the server has no cursors; `null` at the end. */
export type NextPage = { readonly cursor: string } | { readonly page: number } | null;

/** How far a walk has come. */
export interface Position {
  readonly next: NextPage;
  /** The last row's id; a page by its number may hold rows once more. */
  readonly afterId: number;
}

export interface ExportPage {
  /** Empty once the next step is asked for. */
  readonly rows: readonly Row[];
  /** Behind these rows. */
  readonly position: Position;
}

export const FIRST_POSITION: Position = { next: { page: 1 }, afterId: 0 };

/** Fixes the upper bound. */
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

/** Every page from the position on. */
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

/** The first page needs no number. */
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

/** Asks for the next page, and has the request on its way, before the last one is written. */
async function* fetchAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = iterator.next();
      // it is awaited in the next round; until then a failure is not unhandled
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
 * undici writes to a connection that it uses again one turn of the event loop later, so that it hears
 * of its end first. Writing a page to SQLite takes no turn: without this the request would go out
 * after the page was written, and nothing would be done at the same time.
 */
async function requestSent(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
