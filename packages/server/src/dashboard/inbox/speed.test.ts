import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";

const SMALL = 2_000;
const LARGE = 300_000;
const ROUNDS = 15;
/** A page takes a few milliseconds: part of one may be chance. */
const CHANCE_MS = 1;

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
  const { id } = await server.make("/forms", { name: `${rows}` });
  await server.fill(id, rows);
  return id;
}

/** In the middle of the list. */
async function middle(form: number): Promise<string> {
  const rows = form === small ? SMALL : LARGE;
  const path = `/submissions?form_id=${form}&filter_by=all&per_page=50&page=${rows / 100}`;
  const { meta } = (await server.ask("GET", path)).json() as { meta: { next_cursor: string } };
  return `&cursor=${meta.next_cursor}`;
}

/** How long the page takes, each time after a change: one that nothing has changed is kept. */
async function timed(form: number, query: string, round: number): Promise<number> {
  await server.ask("PATCH", `/forms/${form}`, { json: { form: { name: `round ${round}` } } });
  const start = performance.now();
  const { status } = await server.ada.get(`/inbox?form_id=${form}${query}`);
  expect(status).toBe(200);
  return performance.now() - start;
}

/** What else the machine does only adds to a time, so the least one is the page's own. */
const least = (times: readonly number[]) => Math.min(...times);

describe("a page of the inbox", () => {
  it.each([
    ["the first", () => ""],
    ["one in the middle", middle],
    ["what is unread", () => "&tab=unread"],
    ["the empty trash", () => "&tab=trash"],
  ])("takes no longer with 150 times as many: %s", async (_, query) => {
    const [ofSmall, ofLarge] = [await query(small), await query(large)];
    const times: { readonly small: number; readonly large: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push({
        small: await timed(small, ofSmall, round),
        large: await timed(large, ofLarge, round),
      });
    }

    const limit = 1.5 * least(times.map((one) => one.small)) + CHANCE_MS;
    expect(least(times.map((one) => one.large))).toBeLessThan(limit);
  });
});
