// A search over more rows than one slice reads; the newest rows are not indexed yet.
import type { SubmissionList } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { systemClock } from "../../platform/clock.ts";

const ROWS = 10_400;
const INDEXED = 10_300;
/** One row in this many contains the rare text; the others contain the same trigrams. */
const RARE = 900;

// No timer runs, so no maintenance does: only the rows inserted below are indexed.
const server = useApiServer({}, { ...systemClock, after: () => () => undefined });
let form = 0;
beforeAll(async () => {
  ({ id: form } = await server.create("/forms", { name: "Large" }));
  await server.fill(form, ROWS);
  const { submissions } = await list({ per_page: 1 });
  const newest = submissions[0]?.id ?? 0;
  first = newest - ROWS + 1;
  const number = isOnPostgres ? "cast(id - ? as text)" : "cast(id - ? as integer)";
  await server.sql(
    `update submission set fields = '[["n","number ' || ${number} || ' ' ||
       case when (id - ?) % ${RARE} = 0 then 'Rarity' else 'rari ityr' end || '"]]'
       where form_id = ?`,
    first,
    first,
    form,
  );
  await server.sql(
    `insert into search_text (id, folded)
       select id, lower(substr(fields, 8, length(fields) - 10)) from submission
       where form_id = ? and id < ? order by id`,
    form,
    first + INDEXED,
  );
});

/** The id of row 0. */
let first = 0;
const rare = Array.from({ length: Math.ceil(ROWS / RARE) }, (_, n) => n * RARE);

async function list(query: Readonly<Record<string, string | number>>): Promise<SubmissionList> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, `${value}`]),
  );
  return server.read(`/submissions?form_id=${form}&${search}`);
}

/** The rows of all pages, by cursor. */
async function listAll(query: Readonly<Record<string, string | number>>): Promise<number[]> {
  const found: number[] = [];
  for (let cursor = ""; ;) {
    const { submissions, meta } = await list({ ...query, cursor });
    found.push(...submissions.map(({ id }) => id - first));
    if (meta.next_cursor === null) return found;
    cursor = meta.next_cursor;
  }
}

// An index holds one state in order; several states are read id by id.
describe.each([
  ["one state", { filter_by: "all" }],
  ["several states", { unread: "true" }],
])("a search in %s", (_, states) => {
  it("finds rare matches in both directions", async () => {
    expect(await listAll({ ...states, query: "RARITY", per_page: 5 })).toEqual(rare.toReversed());
    expect(
      await listAll({ ...states, query: "rarity", per_page: 5, order_by: "date_asc" }),
    ).toEqual(rare);
  });

  it("counts no further than it was asked to", async () => {
    const query = { query: "ar", per_page: 5, count_up_to: 7 };
    const { submissions, meta } = await list({ ...states, ...query });

    expect(submissions).toHaveLength(5);
    expect(meta).toMatchObject({ count: 7, count_exact: false });
  });

  it("finds and counts them page by page", async () => {
    const { submissions, meta } = await list({ ...states, query: "rarity", page: 2, per_page: 5 });

    expect(submissions.map(({ id }) => id - first)).toEqual(rare.toReversed().slice(5, 10));
    expect([meta, meta.count_exact]).toMatchObject([{ count: rare.length, page: 2 }, undefined]);
  });

  it("finds them by e-mail, an order without an index", async () => {
    const { submissions } = await list({ ...states, query: "rarity", order_by: "email_asc" });

    expect(submissions.map(({ id }) => id - first)).toEqual(rare);
  });

  it.each(["r", "number", "umber 1"])("counts %j up to 10,000", async (query) => {
    const { submissions, meta } = await list({ ...states, query, per_page: 3 });
    const found = Array.from({ length: ROWS }, (__, n) => n).filter((n) =>
      `number ${n} rari`.includes(query),
    );

    expect(submissions.map(({ id }) => id - first)).toEqual(found.toReversed().slice(0, 3));
    expect(meta).toMatchObject(
      found.length > 10_000 ? { count: 10_000, count_exact: false } : { count: found.length },
    );
  });

  it.each(["zz", "nothing of this", "rarir"])("finds nothing for %j", async (query) => {
    const none = { submissions: [], meta: { count: 0 } };
    expect(await list({ ...states, query })).toMatchObject(none);
  });

  it("finds rows that are not indexed yet, within dates and cursor", async () => {
    const exact = `number ${ROWS - 1} rari`;

    expect(await listAll({ ...states, query: exact })).toEqual([ROWS - 1]);
    expect(await listAll({ ...states, query: exact, order_by: "date_asc" })).toEqual([ROWS - 1]);
    expect(
      await listAll({ ...states, query: exact, created_before: "1970-01-01T00:00:00Z" }),
    ).toEqual([]);
  });
});

it("a list without a search has a next page beyond the 10,000 that are counted", async () => {
  const { meta } = await list({ created_after: "1970-01-01T00:00:00Z", page: 100, per_page: 100 });

  expect(meta).toMatchObject({ count: 10_000, count_exact: false, page: 100 });
  expect(meta.next_cursor).not.toBeNull();
});
