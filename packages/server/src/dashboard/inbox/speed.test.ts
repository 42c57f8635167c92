import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";

const SMALL = 2_000;
const LARGE = 300_000;
const ROUNDS = 15;
/** A page takes a few milliseconds, so a difference below this may be noise. */
const NOISE_MS = 1;

let server: DashboardServer;
let small: number;
let large: number;
beforeAll(async () => {
  server = await startDashboard();
  small = await filled(SMALL);
  large = await filled(LARGE);
});
afterAll(() => server.close());

async function filled(rows: number): Promise<number> {
  const { id } = await server.create("/forms", { name: `${rows}` });
  await server.fill(id, rows);
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
  ])("takes no longer with 150 times as many submissions: %s", async (_, query) => {
    const [ofSmall, ofLarge] = [await query(small), await query(large)];
    const times: { readonly small: number; readonly large: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push({
        small: await timed(small, ofSmall, round),
        large: await timed(large, ofLarge, round),
      });
    }

    const limit = 1.5 * least(times.map((one) => one.small)) + NOISE_MS;
    expect(least(times.map((one) => one.large))).toBeLessThan(limit);
  });
});
