/** Walks through the slices of a search, so that between two of them everyone else has a turn. */
import type { Store } from "../store/store.ts";
import { MAX_COUNTED } from "../store/submissions/submission-counts.ts";
import type { IdRange } from "../store/engine/id-order.ts";
import { narrowed } from "../store/submissions/submission-list.ts";
import type { Search, SearchSnapshot } from "../store/submissions/submission-search.ts";
import type { Page } from "./http/pagination.ts";

export interface Found {
  readonly ids: readonly number[];
  readonly count: number;
  readonly isExact: boolean;
}

/** So many slices of rows come first: what is small ends there. */
const SLICES_BEFORE_INDEX = 4;
/** What a slice of rows finds where the index would be no help: to pass over what it names costs more than to read. */
const OFTEN = 50;
/** An index that names a thousand within so many ids is no help either; rows are read for a while. */
const CLOSE_IDS = 20_000;
const SLICES_WHERE_CLOSE = 16;

/** Ids that are sorted by e-mail at once, where the page itself is not longer. */
const MAX_SORTED = 5_000;

type Reads = Pick<Store, "read">;

/** The ids of one page of what a search finds, and how much it finds: exact up to 10,000. */
export async function searchSubmissions(
  store: Reads,
  search: Search,
  page: Page,
  signal: AbortSignal,
): Promise<Found> {
  const ground = await store.read("takeSearchSnapshot", search);
  const walk = (after_id?: number) => walkSlices(store, search, ground, signal, after_id);
  const { order } = search;
  if (order === "email_asc" || order === "email_desc") {
    const { ids, seen } = await firstByEmail(store, order, walk(), page);
    return { ids, ...counted(seen) };
  }
  const fromFirst = await cutWalk(walk(), page.after_id === undefined ? page : NOTHING);
  const { ids } =
    page.after_id === undefined ? fromFirst : await cutWalk(walk(page.after_id), page, 0);
  return { ids, ...counted(fromFirst.seen) };
}

const NOTHING = { limit: 0, offset: 0 };

const counted = (seen: number) => ({
  count: Math.min(seen, MAX_COUNTED),
  isExact: seen <= MAX_COUNTED,
});

/** The ids of a page, and how many were seen before the walk had gone far enough for both. */
async function cutWalk(
  walk: AsyncIterable<readonly number[]>,
  { limit, offset }: Pick<Page, "limit" | "offset">,
  maxCounted = MAX_COUNTED,
): Promise<{ readonly ids: readonly number[]; readonly seen: number }> {
  const ids: number[] = [];
  let seen = 0;
  for await (const found of walk) {
    ids.push(...found.slice(Math.max(0, offset - seen), Math.max(0, offset + limit - seen)));
    seen += found.length;
    if (seen > maxCounted && seen >= offset + limit) break;
  }
  return { ids, seen };
}

/** No index holds this order: of all that is found, the first are kept, and sorted with what comes next. */
async function firstByEmail(
  store: Reads,
  order: "email_asc" | "email_desc",
  walk: AsyncIterable<readonly number[]>,
  { limit, offset }: Page,
): Promise<{ readonly ids: readonly number[]; readonly seen: number }> {
  const wanted = offset + limit;
  let ids: readonly number[] = [];
  let seen = 0;
  for await (const found of walk) {
    ids = [...ids, ...found];
    seen += found.length;
    if (ids.length >= wanted + Math.max(wanted, MAX_SORTED)) {
      ids = await store.read("pageByEmail", { ids, order, limit: wanted, offset: 0 });
    }
  }
  return { ids: await store.read("pageByEmail", { ids, order, limit, offset }), seen };
}

async function* walkSlices(
  store: Reads,
  search: Search,
  ground: SearchSnapshot,
  signal: AbortSignal,
  after_id: number | undefined,
): AsyncIterable<readonly number[]> {
  const isUpwards = search.order.endsWith("_asc");
  let range: IdRange | undefined = narrowed(ground.range, { order: search.order, after_id });
  let rowSlices = SLICES_BEFORE_INDEX;
  while (range !== undefined) {
    // Nobody waits for it any more.
    signal.throwIfAborted();
    const part = partOf(range, ground, isUpwards, rowSlices <= 0);
    const { ids, nextRange }: { ids: readonly number[]; nextRange: IdRange | undefined } =
      await store.read(part.how, { ...search, range: part.range });
    yield ids;
    if (part.how === "searchRows") rowSlices -= ids.length < OFTEN ? 1 : 0;
    else if (nextRange !== undefined && spanOf(part.range, nextRange) < CLOSE_IDS) {
      rowSlices = SLICES_WHERE_CLOSE;
    }
    range = nextRange === undefined ? part.behind : { ...range, ...ahead(nextRange, isUpwards) };
  }
}

/** The ids that a slice has passed. */
function spanOf(before: IdRange, after: IdRange): number {
  const { above = 0, below = Number.MAX_SAFE_INTEGER } = before;
  return below - above - ((after.below ?? below) - (after.above ?? above));
}

interface Part {
  readonly how: "searchRows" | "searchIndex";
  readonly range: IdRange;
  /** Where to go on when the part is walked through; `undefined` when that is the end. */
  readonly behind: IdRange | undefined;
}

/** What the index does not know yet lies above `indexed_to`, and is walked through row by row. */
function partOf(
  range: IdRange,
  { indexed_to, hasIndex }: SearchSnapshot,
  isUpwards: boolean,
  isLong: boolean,
): Part {
  const { above = 0, below = Number.MAX_SAFE_INTEGER } = range;
  const isWithin = isUpwards ? above < indexed_to : below <= indexed_to + 1;
  if (!hasIndex || !isLong || !isWithin) return { how: "searchRows", range, behind: undefined };
  return isUpwards && below > indexed_to + 1
    ? {
        how: "searchIndex",
        range: { ...range, below: indexed_to + 1 },
        behind: { ...range, above: indexed_to },
      }
    : { how: "searchIndex", range, behind: undefined };
}

const ahead = ({ above, below }: IdRange, isUpwards: boolean): IdRange =>
  isUpwards ? { above } : { below };
