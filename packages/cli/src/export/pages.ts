/** Pages of submissions: read from the server as rows, and given to the writer of an export. */
import { setImmediate } from "node:timers/promises";
import type { Intray, SubmissionListParams, Submission } from "@intray/sdk";
import { failure } from "../errors/failure.ts";

const PER_PAGE = 100;

/** The content of an export, fixed at its start. */
export interface Plan {
  readonly query: SubmissionListParams;
  /** Id of the newest submission; `null` without one. Later submissions are not exported. */
  readonly lastId: number | null;
  /** Number of submissions, for progress only. */
  readonly total: number;
  /** The event after which the next export looks for deleted submissions. */
  readonly eventId?: string | undefined;
}

/** The next page to request: by cursor, or by number if the server has no cursors; `null` at the end. */
type NextPage = { readonly cursor: string } | { readonly page: number } | null;

export interface Position {
  readonly next: NextPage;
  /** Id of the last row; a page requested by number may repeat rows. */
  readonly afterId: number;
}

export interface ExportPage {
  /** Valid until the next page is requested. */
  readonly rows: readonly Row[];
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
const pageParams = (next: NonNullable<NextPage>) => ("page" in next && next.page === 1 ? {} : next);

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

export interface Row {
  readonly id: number;
  /** UTF-8, on one line. */
  readonly json: Uint8Array;
}

/** Intray writes the id first, so it can be read without parsing the record. */
const ID_FIRST = /^\{"id":([1-9][0-9]{0,15})[,}]/;
/** Enough for the longest match of ID_FIRST. */
const ID_FIRST_BYTES = 24;
const decoder = new TextDecoder();

/** Reads the id of a record. Throws Failure 78 for a record without an id. */
export function parseRow(json: Uint8Array): Row {
  const start = decoder.decode(json.subarray(0, ID_FIRST_BYTES));
  const [, digits] = ID_FIRST.exec(start) ?? [];
  const id: unknown = digits === undefined ? idIn(json) : Number(digits);
  if (typeof id === "number" && Number.isSafeInteger(id)) return { id, json };
  throw failure("not_intray", `The server listed a record without an id: ${start}`, {
    hint: "Check that the base URL is the address of an Intray server.",
  });
}

export const parseRecord = ({ json }: Row) => JSON.parse(decoder.decode(json)) as Submission;

/** `created_at` of the last row; `undefined` without rows. */
export function createdAtOfLast(rows: readonly Row[]): string | undefined {
  const last = rows.at(-1);
  return last === undefined ? undefined : parseRecord(last).created_at;
}

/** For a service that writes the members in another order, or lists something else. */
function idIn(json: Uint8Array): unknown {
  const record: unknown = JSON.parse(decoder.decode(json));
  return typeof record === "object" && record !== null && "id" in record ? record.id : undefined;
}

export interface Writer {
  /** Starts with a new plan, or with the plan and position of an interrupted export. */
  begin(makePlan: () => Promise<Plan>): Promise<ExportStart>;
  /** Marks submissions that were deleted since the last export, and stores the plan. Returns how many. */
  markDeleted?(ids: ReadonlySet<number>, at: string): Promise<number>;
  /** Writes a page; waits while the destination is slower, so that memory use stays constant. */
  add(page: ExportPage): Promise<void>;
  /** Completes the export and makes it visible under its name. */
  commit(): Promise<void>;
  /** Stops an incomplete export. Returns whether it can be resumed. Never throws. */
  suspend(): Promise<boolean>;
}

export interface ExportStart {
  readonly plan: Plan;
  readonly position: Position;
  readonly count: number;
}
