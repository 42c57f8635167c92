/** Walks through the slices of a search, so that between two of them everyone else has a turn. */
import type { Store } from "../store/store.ts";
import { MOST_COUNTED } from "../store/submission-counts.ts";
import { type IdRange, narrowed } from "../store/submission-list.ts";
import type { Search, SearchGround } from "../store/submission-search.ts";
import type { SubmissionRecord } from "../store/submissions.ts";
import type { Page } from "./paging.ts";

export interface Found {
  readonly records: readonly SubmissionRecord[];
  readonly count: number;
  readonly isExact: boolean;
}

/** So many slices of rows come first: what is found often is found there, and what is small ends there. */
const SLICES_BEFORE_INDEX = 4;

type Reads = Pick<Store, "read">;

/** One page of what a search finds, and how much it finds: exact up to 10,000. */
export async function searchSubmissions(
  store: Reads,
  search: Search,
  page: Page,
  signal: AbortSignal,
): Promise<Found> {
  const ground = await store.read("groundSearch", search);
  const walk = (after_id?: number) => walkSlices(store, search, ground, signal, after_id);
  const { order } = search;
  if (order === "email_asc" || order === "email_desc") {
    const all: number[] = [];
    for await (const ids of walk()) all.push(...ids);
    const { limit, offset } = page;
    const ids = await store.read("pageByEmail", { ids: all, order, limit, offset });
    return { records: await store.read("getSubmissions", { ids }), ...counted(all.length) };
  }
  const fromFirst = await cutWalk(walk(), page.after_id === undefined ? page : NOTHING);
  const { ids } =
    page.after_id === undefined ? fromFirst : await cutWalk(walk(page.after_id), page, 0);
  return { records: await store.read("getSubmissions", { ids }), ...counted(fromFirst.seen) };
}

const NOTHING = { limit: 0, offset: 0 };

const counted = (seen: number) => ({
  count: Math.min(seen, MOST_COUNTED),
  isExact: seen <= MOST_COUNTED,
});

/** The ids of a page, and how many were seen before the walk had gone far enough for both. */
async function cutWalk(
  walk: AsyncIterable<readonly number[]>,
  { limit, offset }: Pick<Page, "limit" | "offset">,
  mostCounted = MOST_COUNTED,
): Promise<{ readonly ids: readonly number[]; readonly seen: number }> {
  const ids: number[] = [];
  let seen = 0;
  for await (const found of walk) {
    ids.push(...found.slice(Math.max(0, offset - seen), Math.max(0, offset + limit - seen)));
    seen += found.length;
    if (seen > mostCounted && seen >= offset + limit) break;
  }
  return { ids, seen };
}

async function* walkSlices(
  store: Reads,
  search: Search,
  ground: SearchGround,
  signal: AbortSignal,
  after_id: number | undefined,
): AsyncIterable<readonly number[]> {
  const isUpwards = search.order.endsWith("_asc");
  let range: IdRange | undefined = narrowed(ground.range, { order: search.order, after_id });
  for (let slices = 0; range !== undefined; slices += 1) {
    // Nobody waits for it any more.
    signal.throwIfAborted();
    const part = partOf(range, ground, isUpwards, slices >= SLICES_BEFORE_INDEX);
    const { ids, nextRange }: { ids: readonly number[]; nextRange: IdRange | undefined } =
      await store.read(part.how, { ...search, range: part.range });
    yield ids;
    range = nextRange === undefined ? part.behind : { ...range, ...ahead(nextRange, isUpwards) };
  }
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
  { indexed_to, hasIndex }: SearchGround,
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
