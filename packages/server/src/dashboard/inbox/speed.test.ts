import { useDashboard } from "../../../test/dashboard.ts";

const SMALL = 2_000;
/** `INBOX_ROWS=1000000` for the largest inbox that is promised. */
const LARGE = Number(process.env["INBOX_ROWS"] ?? 300_000);
/** Submissions with the tag that is searched for, evenly spread. */
const TAGGED = 100;
const ROUNDS = 15;
/** A page that reads all rows takes 20 times as long and more; other work of the machine may double a time. */
const FACTOR = 4;
/** A page takes a few milliseconds, so a difference below this may be noise. */
const NOISE_MS = 2;

const server = useDashboard();
let small: number;
let large: number;
beforeAll(async () => {
  small = await filled(SMALL);
  large = await filled(LARGE);
  // Rows were written by this process for longer than a connection stays open: the next request may meet a closed one.
  await server.request("GET", "/projects").catch(() => undefined);
});

async function filled(rows: number): Promise<number> {
  const { id } = await server.create("/forms", { name: `${rows}` });
  await server.fill(id, rows);
  const every = rows / TAGGED;
  const tag = async (name: string, condition: string) => {
    await server.sql(
      `update submission set tags = '["${name}"]' where form_id = ? and ${condition}`,
      id,
    );
    await server.sql(
      `insert into submission_tag (account_id, tag, submission_id)
        select account_id, '${name}', id from submission where form_id = ? and ${condition}`,
      id,
    );
  };
  await tag("vip", "id % 50 = 3");
  await tag(`rare${rows}`, `id % ${every} = 5`);
  // One in a hundred was delivered to some of its webhooks, or to none.
  await server.sql(
    `update submission set deliveries_failed = 1, deliveries_succeeded = id % 200 / 100
      where form_id = ? and id % 100 = 2`,
    id,
  );
  return id;
}

/** Returns the query of the page in the middle of the list. */
async function middle(form: number): Promise<string> {
  const rows = form === small ? SMALL : LARGE;
  const path = `/submissions?form_id=${form}&filter_by=all&per_page=50&page=${rows / 100}`;
  const { meta } = (await server.request("GET", path)).json() as { meta: { next_cursor: string } };
  return `&cursor=${meta.next_cursor}`;
}

/** Measures a page after a change, so that it does not come from the page cache. */
async function timed(form: number, query: string, round: number): Promise<number> {
  await server.request("PATCH", `/forms/${form}`, { json: { form: { name: `round ${round}` } } });
  const start = performance.now();
  const { status } = await server.ada.get(`/inbox?form_id=${form}${query}`);
  expect(status).toBe(200);
  return performance.now() - start;
}

/** Other work of the machine only adds time, so the minimum is closest to the page's own. */
const least = (times: readonly number[]) => Math.min(...times);

describe("a page of the inbox", () => {
  it.each([
    ["the first page", () => ""],
    ["a page in the middle", middle],
    ["unread submissions", () => "&tab=unread"],
    ["the empty trash", () => "&tab=trash"],
    ["a state of delivery", () => "&delivery=partly"],
    ["unread ones in a state of delivery", () => "&tab=unread&delivery=failed"],
    ["a tag", (form: number) => `&query=tag:rare${form === small ? SMALL : LARGE}`],
  ])("does not read all of 150 times as many submissions: %s", async (_, query) => {
    const [ofSmall, ofLarge] = [await query(small), await query(large)];
    const times: { readonly small: number; readonly large: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push({
        small: await timed(small, ofSmall, round),
        large: await timed(large, ofLarge, round),
      });
    }

    const limit = FACTOR * least(times.map((one) => one.small)) + NOISE_MS;
    expect(least(times.map((one) => one.large))).toBeLessThan(limit);
  });
});
