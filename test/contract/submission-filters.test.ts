// Every combination of filters, orders and ways to walk, against a plain model of what they mean.
import type { SubmissionList } from "@intray/sdk/schemas";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";

const START = Date.parse("2026-03-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const POSTS = 32;

interface Row {
  readonly id: number;
  readonly form_id: number;
  readonly email: string | null;
  readonly read: boolean;
  readonly spam: boolean;
  readonly trash: boolean;
  readonly at: number;
  /** What was posted as `n`, `note` and `tag`. */
  readonly values: readonly string[];
}

interface Query {
  readonly query?: string | undefined;
  readonly form_id?: number | undefined;
  readonly filter_by?: "new" | "spam" | "trash" | "all" | undefined;
  readonly unread?: boolean | undefined;
  readonly spam_status?: boolean | undefined;
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  /** Days from 2026-03-01 on, both of them included. */
  readonly date_range?: readonly [number, number] | undefined;
  readonly order_by?: "date_desc" | "date_asc" | "email_asc" | "email_desc" | undefined;
}

interface Walk {
  readonly page?: number;
  readonly per_page: number;
  readonly cursor?: string | null | undefined;
}

/** What is hard to search: wildcards, quotes, other letters' cases, half of what is one letter. */
const NOTES = [
  "Hello World",
  "100% of_it",
  `she said "it's" \\ fine`,
  "Straße in STRASSE",
  "İstanbul, ısparta, ISPARTA",
  "ΟΔΟΣ οδος",
  "family 👨‍👩‍👧 and 😀😀😀",
  "a\0b",
  "日本語のテキスト",
  "line\nbreak\tand  spaces",
  "é and e\u0301",
];

/** Case folding as plainly as it can be said: upper case first, so that ß is SS. */
const plain = (text: string) =>
  [...text.replaceAll("\0", "\ufffd").toWellFormed()]
    .map((letter) =>
      letter === "İ" ? "i" : Array.from(letter.toUpperCase(), (one) => one.toLowerCase()).join(""),
    )
    .join("");

let server: ApiServer;
let now = START;
let forms: readonly number[];
const rows: Row[] = [];

beforeAll(async () => {
  server = await startApiServer({}, { ...systemClock, now: () => now });
  const made = [
    await server.create<{ id: number; uuid: string }>("/forms", { name: "One" }),
    await server.create<{ id: number; uuid: string }>("/forms", { name: "Two" }),
  ] as const;
  forms = made.map(({ id }) => id);
  for (let n = 0; n < POSTS; n++) {
    // Every eighth, each state is there once; both forms and some e-mail addresses alternate.
    const [read, spam, trash] = [1, 2, 4].map((bit) => (n & bit) !== 0) as [
      boolean,
      boolean,
      boolean,
    ];
    const form = made[Math.floor(n / 8) % 2] ?? made[0];
    const email = n % 5 === 0 ? null : `${"cab"[n % 3] ?? ""}@example.org`;
    now = START + n * HOUR_MS;
    const id = await server.post(
      form.uuid,
      new URLSearchParams([
        ["n", `${n}`],
        ["email", email ?? "none"],
        ["note", NOTES[n % NOTES.length] ?? ""],
        ["tag[]", "first"],
        ["tag[]", `second ${n % 3}`],
      ]),
    );
    await server.request("PATCH", `/submissions/${id}`, {
      json: { submission: { read, spam, trash } },
    });
    rows.push({
      id,
      form_id: form.id,
      email,
      read,
      spam,
      trash,
      at: now,
      values: [
        `${n}`,
        email ?? "none",
        (NOTES[n % NOTES.length] ?? "").replaceAll("\0", "\ufffd"),
        "first",
        `second ${n % 3}`,
      ],
    });
  }
});
afterAll(() => server.close());

/** Upkeep follows the clock, which stands still otherwise. */
async function untilIndexed(): Promise<void> {
  await vi.waitUntil(async () => {
    now += 1_000;
    const missing = await server.sql(
      "select id from submission where id not in (select id from search_text)",
    );
    return missing.length === 0;
  }, 10_000);
}

/** What the contract says, one sentence a line. */
function isWanted(row: Row, query: Query): boolean {
  const { filter_by, unread, spam_status } = query;
  const isPlain = filter_by === undefined && unread === undefined && spam_status === undefined;
  const byFilter =
    filter_by === "new"
      ? !row.read && !row.spam && !row.trash
      : filter_by === "spam"
        ? row.spam && !row.trash
        : filter_by === "trash"
          ? row.trash
          : filter_by === "all" || isPlain
            ? !row.spam && !row.trash
            : !row.trash;
  return (
    byFilter &&
    (unread === undefined || row.read === !unread) &&
    (spam_status === undefined || row.spam === spam_status) &&
    (query.query === undefined ||
      row.values.some((value) => plain(value).includes(plain(query.query?.trim() ?? "")))) &&
    (query.form_id === undefined || row.form_id === query.form_id) &&
    (query.created_after === undefined || row.at > query.created_after) &&
    (query.created_before === undefined || row.at < query.created_before) &&
    (query.date_range === undefined || isWithin(row.at, query.date_range))
  );
}

function isWithin(at: number, [first, last]: readonly [number, number]): boolean {
  return at >= START + first * DAY_MS && at < START + (last + 1) * DAY_MS;
}

function expected(query: Query): number[] {
  const { order_by = "date_desc" } = query;
  const direction = order_by.endsWith("_asc") ? 1 : -1;
  const byEmail = (a: Row, b: Row) => {
    const [left, right] = [a.email ?? "", b.email ?? ""];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  return rows
    .filter((row) => isWanted(row, query))
    .toSorted(
      (a, b) => direction * ((order_by.startsWith("email") ? byEmail(a, b) : 0) || a.id - b.id),
    )
    .map(({ id }) => id);
}

const dayOf = (n: number) => new Date(START + n * DAY_MS).toISOString().slice(0, 10);

function textOf({ date_range, ...query }: Query & Partial<Walk>): string {
  const search = new URLSearchParams();
  if (date_range !== undefined) search.set("date_range", date_range.map(dayOf).join(" to "));
  for (const [name, value] of Object.entries(query)) {
    if (value == null) continue;
    if (name === "query") {
      search.set(name, `${value}`);
      continue;
    }
    const isTime = name.startsWith("created_") && typeof value === "number";
    search.set(name, isTime ? new Date(value).toISOString() : `${value}`);
  }
  return search.toString();
}

async function ask(query: Query, more: Walk): Promise<SubmissionList> {
  const answer = await server.request("GET", `/submissions?${textOf({ ...query, ...more })}`);
  expect(answer.status).toBe(200);
  return answer.json() as SubmissionList;
}

async function walkPages(query: Query, per_page: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { submissions, meta } = await ask(query, { page, per_page });
    expect(meta.page).toBe(page);
    ids.push(...submissions.map(({ id }) => id));
    if (submissions.length < per_page) return ids;
  }
}

async function walkCursor(query: Query, per_page: number): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined; ;) {
    const { submissions, meta } = await ask(query, { cursor, per_page });
    ids.push(...submissions.map(({ id }) => id));
    if (meta.next_cursor === null) return ids;
    cursor = meta.next_cursor;
  }
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
// On the hour it meets a submission, and shows whether the bound is strict.
const time = fc.integer({ min: -2, max: 2 * POSTS + 2 }).map((n) => START + (n * HOUR_MS) / 2);
/** Some part of what was posted, in another case, or what nobody posted. */
const searched = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...NOTES, "cab@example.org", "second 2", "none"), fc.nat(), fc.nat(20))
      .map(([note, from, length]) => {
        const letters = Array.from(note);
        const start = from % letters.length;
        return letters.slice(start, start + 1 + length).join("");
      })
      .chain((text) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase())),
    fc.constantFrom(
      "%",
      "_",
      "\\",
      '"',
      "'",
      "''",
      "*",
      "\0",
      "first\u0001second",
      "ss",
      "OR",
      "a AND b",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
  )
  .filter((text) => text.trim() !== "" && text.length <= 200);
const filters = {
  query: fc.option(searched, { nil: undefined, freq: 3 }),
  form_id: maybe(fc.nat(1).map((n) => forms[n] ?? 0)),
  filter_by: maybe(fc.constantFrom("new", "spam", "trash", "all")),
  unread: maybe(fc.boolean()),
  spam_status: maybe(fc.boolean()),
  created_after: maybe(time),
  created_before: maybe(time),
  // All posts lie within two days; the ranges begin before and end behind them.
  date_range: maybe(
    fc
      .tuple(fc.integer({ min: -1, max: 2 }), fc.nat(2))
      .map(([first, more]) => [first, first + more] as const),
  ),
};
const byDate = fc.record({
  ...filters,
  order_by: maybe(fc.constantFrom("date_desc", "date_asc")),
});
const byAny = fc.record({
  ...filters,
  order_by: fc.constantFrom("date_desc", "date_asc", "email_asc", "email_desc"),
});
const perPage = fc.integer({ min: 1, max: 12 });

describe.each([
  // The first, while the index is behind: what is not in it yet is read row by row.
  ["before it is indexed", "delete from search_text where id > 12", 25],
  ["when it is indexed", undefined, 60],
])("the list of submissions %s", (_, hidden, numRuns) => {
  beforeAll(async () => {
    await untilIndexed();
    if (hidden !== undefined) await server.sql(hidden);
  });

  it("holds what its filters mean, in order, page by page", async () => {
    await fc.assert(
      fc.asyncProperty(byAny, perPage, async (query, size) => {
        expect(await walkPages(query, size)).toEqual(expected(query));
      }),
      { numRuns },
    );
  });

  it("is the same by cursor, which ends with null", async () => {
    await fc.assert(
      fc.asyncProperty(byDate, perPage, async (query, size) => {
        expect(await walkCursor(query, size)).toEqual(expected(query));
      }),
      { numRuns },
    );
  });

  it("counts what it holds, and each state of its forms", async () => {
    await fc.assert(
      fc.asyncProperty(byAny, async (query) => {
        const { meta } = await ask(query, { per_page: 1 });
        const inScope = (states: Query) =>
          rows.filter((row) => isWanted(row, { form_id: query.form_id, ...states })).length;

        expect(meta).toMatchObject({
          count: expected(query).length,
          inbox_count: inScope({ filter_by: "all" }),
          unread_count: inScope({ filter_by: "new" }),
          spam_count: inScope({ filter_by: "spam" }),
          trash_count: inScope({ filter_by: "trash" }),
        });
      }),
      { numRuns },
    );
  });

  it("binds a cursor to every one of its filters", async () => {
    await fc.assert(
      fc.asyncProperty(byDate, byDate, async (query, other) => {
        const { meta } = await ask(query, { per_page: 1 });
        fc.pre(meta.next_cursor !== null);
        // The same in other words is the same list.
        fc.pre(expected(query).join() !== expected(other).join());
        const cursor = meta.next_cursor;

        const { status } = await server.request(
          "GET",
          `/submissions?${textOf({ ...other, cursor })}`,
        );

        expect(status).toBe(422);
      }),
      { numRuns },
    );
  });
});

/** All that differ in meaning; with nothing, one value and another for what narrows. */
function* everyCombination(): Generator<Query> {
  for (const form_id of [undefined, forms[0]])
    for (const filter_by of [undefined, "new", "spam", "trash", "all"] as const)
      for (const unread of [undefined, true, false])
        for (const spam_status of [undefined, true, false])
          for (const created_after of [undefined, START + 3 * HOUR_MS])
            for (const created_before of [undefined, START + 29 * HOUR_MS])
              for (const query of [undefined, "ORLD"])
                for (const date_range of [undefined, [0, 0] as const])
                  yield {
                    form_id,
                    filter_by,
                    unread,
                    spam_status,
                    created_after,
                    created_before,
                    query,
                    date_range,
                  };
}

const ORDERS = [undefined, "date_desc", "date_asc", "email_asc", "email_desc"] as const;

it("holds what its filters mean in each of their combinations, in all orders and walks by turns", async () => {
  await untilIndexed();
  const wrong: unknown[] = [];
  let n = 0;

  for (const filter of everyCombination()) {
    // Five orders and seven ways to walk meet every value of the filters, which come in twos and threes.
    const query = { ...filter, order_by: ORDERS[(n += 1) % ORDERS.length] };
    const isByEmail = query.order_by?.startsWith("email") === true;
    const walk = n % 7;
    const ids =
      walk < 2 && !isByEmail
        ? await walkCursor(query, 5)
        : await walkPages(query, walk < 4 ? 9 : 50);
    const wanted = expected(query);
    if (ids.join() !== wanted.join()) wrong.push({ query, walk, ids, wanted });
  }

  expect(n).toBe(2 * 5 * 3 * 3 * 2 * 2 * 2 * 2);
  expect(wrong).toEqual([]);
}, 60_000);

describe("a walk", () => {
  it("loses and repeats nothing by cursor while posts come in and go", async () => {
    const { id, uuid } = await server.create<{ id: number; uuid: string }>("/forms", {
      name: "Busy",
    });
    const post = (n: number) => server.post(uuid, new URLSearchParams({ n: `${n}` }));
    const before = [await post(1), await post(2), await post(3), await post(4), await post(5)];
    const first = await ask({ form_id: id, order_by: "date_desc" }, { per_page: 2 });

    await post(6);
    await server.request("DELETE", `/submissions/${before[3] ?? 0}`);
    const rest = await ask(
      { form_id: id, order_by: "date_desc" },
      { per_page: 100, cursor: first.meta.next_cursor },
    );

    expect(first.submissions.map((one) => one.id)).toEqual([before[4], before[3]]);
    expect(rest.submissions.map((one) => one.id)).toEqual([before[2], before[1], before[0]]);
  });
});
