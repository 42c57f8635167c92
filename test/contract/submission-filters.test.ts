// The list of submissions for every combination of filters, orders and pagination, compared with a plain model.
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import fc from "fast-check";
import { useApiServerAt } from "../../packages/server/test/api-server.ts";
import type { Query, Row } from "./submission-model.ts";
import { DAY_MS, expectedIds, HOUR_MS, isMatch, NOTES, START } from "./submission-model.ts";
import { POSTS, queryArbitraries } from "./submission-queries.ts";

interface Paging {
  readonly page?: number;
  readonly per_page: number;
  readonly cursor?: string | null | undefined;
}

const server = useApiServerAt(() => now);
let now = START;
let forms: readonly number[];
const rows: Row[] = [];

beforeAll(async () => {
  const made = [
    await server.create<Form>("/forms", { name: "One" }),
    await server.create<Form>("/forms", { name: "Two" }),
  ] as const;
  forms = made.map(({ id }) => id);
  for (let n = 0; n < POSTS; n++) {
    // Eight posts in a row have all eight combinations of states; forms and e-mail addresses alternate.
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

/** Advances the clock, which starts the housekeeping, until the search index holds every submission. */
async function untilIndexed(): Promise<void> {
  await vi.waitUntil(async () => {
    now += 1_000;
    const missing = await server.sql(
      "select id from submission where id not in (select id from search_text)",
    );
    return missing.length === 0;
  }, 10_000);
}

const dayOf = (n: number) => new Date(START + n * DAY_MS).toISOString().slice(0, 10);

function textOf({ date_range, ...query }: Query & Partial<Paging>): string {
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

async function ask(query: Query, paging: Paging): Promise<SubmissionList> {
  const answer = await server.request("GET", `/submissions?${textOf({ ...query, ...paging })}`);
  expect(answer.status).toBe(200);
  return answer.json() as SubmissionList;
}

async function listByPage(query: Query, per_page: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { submissions, meta } = await ask(query, { page, per_page });
    expect(meta.page).toBe(page);
    ids.push(...submissions.map(({ id }) => id));
    if (submissions.length < per_page) return ids;
  }
}

async function listByCursor(query: Query, per_page: number): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined; ;) {
    const { submissions, meta } = await ask(query, { cursor, per_page });
    ids.push(...submissions.map(({ id }) => id));
    if (meta.next_cursor === null) return ids;
    cursor = meta.next_cursor;
  }
}

const { byDate, byAny } = queryArbitraries(() => forms);
const perPage = fc.integer({ min: 1, max: 12 });

describe("the list of submissions", () => {
  const numRuns = 30;
  beforeAll(async () => {
    await untilIndexed();
    // The index is behind: the submissions that it lacks are read row by row.
    await server.sql("delete from search_text where id > 12");
  });

  it("holds the submissions that match its filters, in order, page by page", async () => {
    await fc.assert(
      fc.asyncProperty(byAny, perPage, async (query, size) => {
        expect(await listByPage(query, size)).toEqual(expectedIds(rows, query));
      }),
      { numRuns },
    );
  });

  it("is the same by cursor; the last page has none", async () => {
    await fc.assert(
      fc.asyncProperty(byDate, perPage, async (query, size) => {
        expect(await listByCursor(query, size)).toEqual(expectedIds(rows, query));
      }),
      { numRuns },
    );
  });

  it("counts its submissions, and those of each state in its forms", async () => {
    await fc.assert(
      fc.asyncProperty(byAny, async (query) => {
        const { meta } = await ask(query, { per_page: 1 });
        const inScope = (states: Query) =>
          rows.filter((row) => isMatch(row, { form_id: query.form_id, ...states })).length;

        expect(meta).toMatchObject({
          count: expectedIds(rows, query).length,
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
        // Different filters may select the same list; their cursors are then not compared.
        fc.pre(expectedIds(rows, query).join() !== expectedIds(rows, other).join());
        const cursor = meta.next_cursor;

        const path = `/submissions?${textOf({ ...other, cursor })}`;

        expect((await server.request("GET", path)).status).toBe(422);
      }),
      { numRuns },
    );
  });
});

it("pagination by cursor loses and repeats no submission while others are posted and deleted", async () => {
  const { id, uuid } = await server.create<Form>("/forms", { name: "Busy" });
  const post = (n: number) => server.post(uuid, { n: `${n}` });
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
