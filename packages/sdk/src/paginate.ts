/** Lists: awaited they are their first page, iterated they are every item. */
import { UnexpectedAnswerError } from "./errors.ts";
import type { ApiPromise, WithResponse } from "./http/request.ts";
import type { ListMeta } from "./schemas.ts";

interface PageQuery {
  readonly page?: number;
  readonly cursor?: string;
}
interface AnyPage {
  readonly meta: Pick<ListMeta, "page" | "per_page"> & Partial<ListMeta>;
}

/** A promise of the first page, and an iterable of every item from there on. */
export interface PagePromise<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  withResponse(): Promise<WithResponse<Page>>;
  /** Every page from the first on. */
  pages(): AsyncIterable<Page>;
}

/**
 * Nothing is asked for before the result is awaited or iterated. Walks by cursor; where the server
 * gives none, by page numbers, to the first page that is not full. `isPage` is asked in place of a look
 * at the items.
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
      if (!isPage(page)) throw noList(response.status);
      yield page;
      const next = following(asked, page, () => itemsOf(page).length);
      if (next === undefined) return;
      // It would be walked for ever.
      if (next.cursor !== undefined && next.cursor === asked.cursor) throw noList(response.status);
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

/** Whether the body is a list at all: another service may answer 200 with anything. */
function isList<Page extends AnyPage>(
  page: Page | null,
  itemsOf: (page: Page) => readonly unknown[],
): boolean {
  const isObject = typeof page === "object" && page !== null && typeof page.meta === "object";
  return isObject && Array.isArray(itemsOf(page));
}

/** The error for a 2xx that is no page. */
export function noList(status: number): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    status,
    "The server answered with something that is no page of a list, or with the same page again. Check that the base URL is an Intray server's.",
  );
}

function following<Query extends PageQuery>(
  asked: Query,
  { meta }: AnyPage,
  countItems: () => number,
): Query | undefined {
  const { page: _, ...others } = asked;
  if (typeof meta.next_cursor === "string") return { ...others, cursor: meta.next_cursor } as Query;
  // By e-mail a list has pages and no cursor; other services of this API have no cursor at all.
  const isWalkedByPage =
    meta.next_cursor === undefined || (asked.cursor === undefined && isByEmail(asked));
  const count = isWalkedByPage ? countItems() : 0;
  if (count === 0 || count < meta.per_page) return undefined;
  return { ...asked, page: (asked.page ?? 1) + 1 };
}

function isByEmail(query: object): boolean {
  return "order_by" in query && String(query.order_by).startsWith("email");
}
