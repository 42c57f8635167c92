import { useEach } from "../../../../test/harness/use.ts";
import { addWebhook, newSubmission } from "../../test/fixture.ts";
import { openBench, START } from "../../test/outbox-bench.ts";

const SLOTS = 64;
const WARN = 40;
/** The clock jumps ahead while receivers hang; leases must not expire meanwhile. */
const LONG_LEASE_MS = 30 * 24 * 3_600_000;

let finish: (() => void)[];
const bench = useEach(openBench);
beforeEach(() => {
  finish = [];
  bench.answer = () =>
    new Promise((resolve) => void finish.push(() => resolve(bench.answered(200))));
});
afterEach(() => {
  bench.answer = () => bench.answered(200);
  for (const end of finish) end();
});

const receivers = async (count: number) => {
  for (let n = 0; n < count; n++) await addWebhook(bench.fixture);
};
const until = (at: number) => bench.until(() => bench.clock.now() >= at);

it("is measured from the time the longest-waiting delivery became due", async () => {
  await receivers(SLOTS + 2);
  await bench.accept();
  await bench.start(undefined, LONG_LEASE_MS);
  await bench.until(() => finish.length === SLOTS);

  bench.clock.advanceTo(START + 42_000);

  expect(bench.dispatcher().leased()).toBe(SLOTS);
  const waitedMs = await bench.dispatcher().oldestDueMs();
  expect(waitedMs).toBeGreaterThanOrEqual(42_000);
  // The clock jumps ahead while the database works.
  expect(Math.abs(waitedMs - (bench.clock.now() - START))).toBeLessThan(1_000);
});

it("is logged once as a warning after 60 s, and once when it is over", async () => {
  await receivers(SLOTS + 2);
  await bench.fixture.accept(newSubmission(1, { now: START - 50_000 }));
  await bench.start(undefined, LONG_LEASE_MS);
  await bench.until(() => finish.length === SLOTS);

  await bench.until(() => bench.logged.length > 0);
  expect(bench.logged).toMatchObject([{ level: WARN }]);
  expect(bench.logged[0]?.oldest_due_seconds).toBeGreaterThan(60);
  expect(bench.logged[0]?.oldest_due_seconds).toBeLessThan(80);
  bench.answer = () => bench.answered(200);
  for (const end of finish) end();
  await vi.waitUntil(() => bench.counted.length >= SLOTS);
  await bench.until(() => bench.logged.length > 1);

  expect(bench.logged.slice(1)).toMatchObject([{ msg: "Deliveries are on time again." }]);
  expect(await bench.dispatcher().oldestDueMs()).toBe(0);
});

it("leaves out a webhook that is at its concurrency limit", async () => {
  await receivers(1);
  const now = START - 300_000;
  for (let n = 1; n <= 5; n++) await bench.fixture.accept(newSubmission(n, { now }));
  await bench.start(undefined, LONG_LEASE_MS);
  await bench.until(() => finish.length === 2);

  await until(START + 40_000);

  expect(await bench.dispatcher().oldestDueMs()).toBe(0);
  expect(bench.logged).toEqual([]);
});

it("includes what is due to another webhook", async () => {
  await receivers(1);
  await bench.accept(3);
  await bench.start(undefined, LONG_LEASE_MS);
  await bench.until(() => finish.length === 2);
  bench.beforeWrite = (name) => {
    if (name === "claimDeliveries") throw new Error("The disk is full.");
  };
  await receivers(1);
  await bench.fixture.accept(newSubmission(4, { now: START + 10_000 }));

  bench.clock.advanceTo(START + 30_000);

  expect(await bench.dispatcher().oldestDueMs()).toBeGreaterThanOrEqual(20_000);
  expect(await bench.dispatcher().oldestDueMs()).toBeLessThan(30_000);
});
