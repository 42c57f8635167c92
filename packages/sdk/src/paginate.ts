/** Lists: awaiting one gives its first page, iterating it gives every item. */
import { UnexpectedAnswerError } from "./errors.ts";
import type { ApiPromise, WithResponse } from "./http/request.ts";
import type { ListMeta } from "./api-types.ts";

/** The query parameters that select a page. */
export interface PageQuery {
  readonly page?: number;
  readonly cursor?: string;
}

/** The members that every page has. */
export interface AnyPage {
  readonly meta: Pick<ListMeta, "page" | "per_page"> & Partial<ListMeta>;
}

/** A promise of the first page, and an iterable of every item from there on. */
export interface PagePromise<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  withResponse(): Promise<WithResponse<Page>>;
  /** All pages from the first on. */
  pages(): AsyncIterable<Page>;
}

/**
 * Returns a list that sends no request before it is awaited or iterated. Uses cursors; if the server
 * gives none, page numbers up to the first page that is not full.
 *
 * @param isPage Checks a page; by default the items must be an array.
 */
export function paginate<Page extends AnyPage, Item, Query extends PageQuery>(
  fetchPage: (query: Query) => ApiPromise<Page>,
  itemsOf: (page: Page) => readonly Item[],
  query: Query,
  isPage: (page: Page) => boolean = (page) => isList(page, itemsOf),
): PagePromise<Page, Item> {
  let first: ApiPromise<Page> | undefined;
  const begin = () => (first ??= fetchPage(query));

  async function* pages(): AsyncGenerator<Page> {
    let asked = query;
    for (;;) {
      const { data: page, response } = await fetchPage(asked).withResponse();
      if (!isPage(page)) throw notListError(response.status);
      yield page;
      const next = nextQuery(asked, page, () => itemsOf(page).length);
      if (next === undefined) return;
      // A repeated cursor would never end.
      if (next.cursor !== undefined && next.cursor === asked.cursor)
        throw notListError(response.status);
      asked = next;
    }
  }

  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* itemsOf(page);
  }

  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a list is a promise that begins when awaited
    then: (...handlers) => begin().then(...handlers),
    catch: (handler) => begin().catch(handler),
    finally: (handler) => begin().finally(handler),
    withResponse: () => begin().withResponse(),
    pages,
    [Symbol.asyncIterator]: items,
    [Symbol.toStringTag]: "PagePromise",
  };
}

/** Whether the body is a list: some other service may respond with any 200. */
function isList<Page extends AnyPage>(
  page: Page | null,
  itemsOf: (page: Page) => readonly unknown[],
): boolean {
  const isObject = typeof page === "object" && page !== null && typeof page.meta === "object";
  return isObject && Array.isArray(itemsOf(page));
}

/** The error for a 2xx that is not a page of a list. */
export const notListError = (status: number): UnexpectedAnswerError =>
  new UnexpectedAnswerError(
    status,
    "The server's response is not a page of a list, or it is the same page again. Check that the base URL is that of an Intray server.",
  );

function nextQuery<Query extends PageQuery>(
  asked: Query,
  { meta }: AnyPage,
  countItems: () => number,
): Query | undefined {
  const { page: _, ...others } = asked;
  if (typeof meta.next_cursor === "string") return { ...others, cursor: meta.next_cursor } as Query;
  // Lists sorted by e-mail have pages and no cursor. Older services have no cursors at all.
  const isPagedByNumber =
    meta.next_cursor === undefined || (asked.cursor === undefined && isOrderedByEmail(asked));
  const count = isPagedByNumber ? countItems() : 0;
  if (count === 0 || count < meta.per_page) return undefined;
  return { ...asked, page: (asked.page ?? 1) + 1 };
}

const isOrderedByEmail = (query: object): boolean =>
  "order_by" in query && String(query.order_by).startsWith("email");
