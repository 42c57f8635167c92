import fc from "fast-check";
import { UnexpectedAnswerError } from "./errors.ts";
import { paginate } from "./paginate.ts";
import type { ApiPromise } from "./http/request.ts";

interface Query {
  readonly page?: number;
  readonly cursor?: string;
  readonly order_by?: string;
}
interface Page {
  readonly items: readonly number[];
  readonly meta: { page: number; per_page: number; next_cursor?: string | null };
}

function answered(page: Page): ApiPromise<Page> {
  const response = { status: 200, headers: {}, requestId: undefined };
  const promise = Promise.resolve(page) as ApiPromise<Page>;
  promise.withResponse = () => Promise.resolve({ data: page, response });
  return promise;
}

/** A list of 1 to `count`, and its requests. */
function listOf(count: number, perPage: number, hasCursor: boolean) {
  const asked: Query[] = [];
  const all = Array.from({ length: count }, (_, i) => i + 1);
  const fetchPage = (query: Query) => {
    asked.push(query);
    const page = query.page ?? 1;
    const from = query.cursor === undefined ? (page - 1) * perPage : Number(query.cursor);
    const end = from + perPage;
    const next = end < count ? String(end) : null;
    return answered({
      items: all.slice(from, end),
      meta: { page, per_page: perPage, ...(hasCursor ? { next_cursor: next } : {}) },
    });
  };
  return { all, asked, fetchPage };
}

const itemsOf = (page: Page) => page.items;

it("yields every item once and in order, by cursor or by page", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      async (count, perPage, hasCursor) => {
        const { all, fetchPage } = listOf(count, perPage, hasCursor);

        expect(await Array.fromAsync(paginate(fetchPage, itemsOf, {}))).toEqual(all);
      },
    ),
  );
});

it("sends no request before it is awaited, and one when it is", async () => {
  const { asked, fetchPage } = listOf(5, 2, true);

  const list = paginate(fetchPage, itemsOf, {});
  const before = asked.length;
  const page = await list;
  await list;

  expect([before, page.items, asked]).toEqual([0, [1, 2], [{}]]);
});

it("drops the page number once it has a cursor", async () => {
  const { asked, fetchPage } = listOf(5, 2, true);

  await Array.fromAsync(paginate(fetchPage, itemsOf, { page: 1 }).pages());

  expect(asked).toEqual([{ page: 1 }, { cursor: "2" }, { cursor: "4" }]);
});

it("sends no more requests when the reader stops", async () => {
  const { asked, fetchPage } = listOf(100, 2, true);

  for await (const item of paginate(fetchPage, itemsOf, {})) if (item === 3) break;

  expect(asked).toHaveLength(2);
});

it.each([
  ["null", null],
  ["an array", []],
  ["another object", { ok: true }],
  ["a list of something else", { meta: {}, items: "abc" }],
])("refuses %s in place of a page", async (_, body) => {
  const list = paginate(() => answered(body as unknown as Page), itemsOf, {});

  await expect(Array.fromAsync(list)).rejects.toThrow(UnexpectedAnswerError);
});

it("fails if a cursor repeats", async () => {
  const meta = { page: 1, per_page: 1, next_cursor: "same" };
  const list = paginate(() => answered({ items: [1], meta }), itemsOf, {});

  await expect(Array.fromAsync(list)).rejects.toThrow(/the same page again/);
});

it("ends at an empty page of a server without page metadata", async () => {
  const pages = [[1], [], []];
  const list = paginate(
    () => answered({ items: pages.shift() ?? [], meta: {} as Page["meta"] }),
    itemsOf,
    {},
  );

  expect(await Array.fromAsync(list)).toEqual([1]);
});
