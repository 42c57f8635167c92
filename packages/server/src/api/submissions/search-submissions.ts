/** Runs a search slice by slice, so that other reads can run between two slices. */
import type { Store } from "../../store/store.ts";
import { MAX_COUNTED } from "../../store/submissions/submission-counts.ts";
import type { IdRange } from "../../store/engine/id-order.ts";
import { narrow } from "../../store/submissions/submission-list.ts";
import type { Search, SearchSnapshot } from "../../store/submissions/submission-search.ts";
import { hasMark, hasRareMark } from "../../store/submissions/search-conditions.ts";
import type { Page } from "../http/pagination.ts";

export interface Found {
  readonly ids: readonly number[];
  readonly count: number;
  readonly isExact: boolean;
}

/** A search begins with this many slices of rows. A small table needs no more. */
const SLICES_BEFORE_INDEX = 4;
/** Matches in a slice of rows from which on the index would be slower than reading rows. */
const MANY_MATCHES = 50;
/** If one slice of the index spans fewer ids than this, rows are read for some slices instead. */
const MIN_INDEX_SPAN_IDS = 20_000;
const SLICES_AFTER_DENSE_INDEX = 16;

/** Ids collected before they are sorted by e-mail and cut to the page, unless the page is longer. */
const SORT_BATCH = 5_000;

/** Returns the ids of one page of matches, and the number of matches, which is exact up to `maxCounted`. */
export async function searchSubmissions(
  store: Pick<Store, "reads">,
  search: Search,
  page: Page,
  signal: AbortSignal,
  maxCounted = MAX_COUNTED,
): Promise<Found> {
  const counted = (seen: number) => ({
    count: Math.min(seen, maxCounted),
    isExact: seen <= maxCounted,
  });
  const snapshot = await store.reads.takeSearchSnapshot({ ...search, ...cursorOf(page) });
  const slices = (after_id?: number) => readSlices(store, search, snapshot, signal, after_id);
  const { order } = search;
  if (order === "email_asc" || order === "email_desc") {
    const { ids, seen } = await firstByEmail(store, order, slices(), page);
    return { ids, ...counted(seen) };
  }
  const whole = page.after_id === undefined ? page : EMPTY_PAGE;
  const fromFirst = await takePage(slices(), whole, maxCounted);
  const { ids } =
    page.after_id === undefined ? fromFirst : await takePage(slices(page.after_id), page, 0);
  return { ids, ...counted(fromFirst.seen) };
}

const cursorOf = ({ after_id, afterMark }: Page) => ({ after_id, afterMark });

const EMPTY_PAGE = { limit: 0, offset: 0 };

/** Reads slices until the page is complete and `maxCounted` is exceeded. */
async function takePage(
  slices: AsyncIterable<readonly number[]>,
  { limit, offset }: Pick<Page, "limit" | "offset">,
  maxCounted: number,
): Promise<{ readonly ids: readonly number[]; readonly seen: number }> {
  const ids: number[] = [];
  let seen = 0;
  for await (const found of slices) {
    ids.push(...found.slice(Math.max(0, offset - seen), Math.max(0, offset + limit - seen)));
    seen += found.length;
    if (seen > maxCounted && seen >= offset + limit) break;
  }
  return { ids, seen };
}

/** Without an index for this order: sorts the matches so far in batches and keeps the first ones. */
async function firstByEmail(
  store: Pick<Store, "reads">,
  order: "email_asc" | "email_desc",
  slices: AsyncIterable<readonly number[]>,
  { limit, offset }: Page,
): Promise<{ readonly ids: readonly number[]; readonly seen: number }> {
  const reach = offset + limit;
  let ids: readonly number[] = [];
  let seen = 0;
  for await (const found of slices) {
    ids = [...ids, ...found];
    seen += found.length;
    if (ids.length >= reach + Math.max(reach, SORT_BATCH)) {
      ids = await store.reads.pageByEmail({ ids, order, limit: reach, offset: 0 });
    }
  }
  return { ids: await store.reads.pageByEmail({ ids, order, limit, offset }), seen };
}

async function* readSlices(
  store: Pick<Store, "reads">,
  search: Search,
  snapshot: SearchSnapshot,
  signal: AbortSignal,
  after_id: number | undefined,
): AsyncIterable<readonly number[]> {
  const isAscending = search.order.endsWith("_asc");
  let range: IdRange | undefined = narrow(snapshot.range, { order: search.order, after_id });
  let rowSlices = SLICES_BEFORE_INDEX;
  // Every submission may have files, so a text is looked up first.
  const readsMarks = hasRareMark(search) || (hasMark(search) && !snapshot.hasIndex);
  while (range !== undefined) {
    // Stops once the client has disconnected.
    signal.throwIfAborted();
    const part: Part = readsMarks
      ? { how: "searchMarks", range, rest: undefined }
      : partOf(range, snapshot, isAscending, rowSlices <= 0);
    const { ids, nextRange }: { ids: readonly number[]; nextRange: IdRange | undefined } =
      await store.reads[part.how]({ ...search, range: part.range });
    yield ids;
    if (part.how === "searchRows") rowSlices -= ids.length < MANY_MATCHES ? 1 : 0;
    else if (nextRange !== undefined && spanOf(part.range, nextRange) < MIN_INDEX_SPAN_IDS) {
      rowSlices = SLICES_AFTER_DENSE_INDEX;
    }
    range = nextRange === undefined ? part.rest : { ...range, ...ahead(nextRange, isAscending) };
  }
}

/** The number of ids between two ranges: how far a slice has come. */
function spanOf(before: IdRange, after: IdRange): number {
  const { above = 0, below = Number.MAX_SAFE_INTEGER } = before;
  return below - above - ((after.below ?? below) - (after.above ?? above));
}

interface Part {
  readonly how: "searchRows" | "searchIndex" | "searchMarks";
  readonly range: IdRange;
  /** The range after this part; `undefined` if this part is the last one. */
  readonly rest: IdRange | undefined;
}

/** Reads rows, or the index if enough rows have been read. Ids above `indexedTo` are not indexed yet. */
function partOf(
  range: IdRange,
  { indexedTo, hasIndex }: SearchSnapshot,
  isAscending: boolean,
  prefersIndex: boolean,
): Part {
  const { above = 0, below = Number.MAX_SAFE_INTEGER } = range;
  const isIndexed = isAscending ? above < indexedTo : below <= indexedTo + 1;
  if (!hasIndex || !prefersIndex || !isIndexed)
    return { how: "searchRows", range, rest: undefined };
  return isAscending && below > indexedTo + 1
    ? {
        how: "searchIndex",
        range: { ...range, below: indexedTo + 1 },
        rest: { ...range, above: indexedTo },
      }
    : { how: "searchIndex", range, rest: undefined };
}

const ahead = ({ above, below }: IdRange, isAscending: boolean): IdRange =>
  isAscending ? { above } : { below };
