import { useEach } from "../../../../test/harness/use.ts";
import { plusMs } from "../platform/clock.ts";
import { addWebhook, newSubmission } from "../../test/fixture.ts";
import { openBench, START } from "../../test/outbox-bench.ts";

const bench = useEach(openBench);
beforeEach(() => addWebhook(bench.fixture));

it("makes sixteen attempts over a day, all with the bytes of the first", async () => {
  await bench.accept();
  bench.answer = () => bench.answered(500);
  let renders = 0;
  bench.render = () => {
    renders += 1;
    return { contentType: "text/plain", bytes: Buffer.from(`rendered ${renders}`) };
  };
  await bench.start();

  await bench.until(async () => {
    const row = await bench.fixture.row("delivery", ["state", "next_attempt_at"]);
    // An idle dispatcher wakes every second; the clock skips those wake-ups.
    if (row.next_attempt_at !== null) bench.clock.advanceTo(row.next_attempt_at);
    return row.state === "exhausted";
  });

  const log = await bench.log();
  expect(log.map((entry) => entry.number)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
  const failed = { attempts_made: 16, claims: 16, reason: "http_500" };
  expect((await bench.rows())[0]).toMatchObject(failed);
  expect(renders).toBe(1);
  const bodies = bench.attempts.map(({ body }) => Buffer.from(body.bytes).toString());
  expect(new Set(bodies)).toEqual(new Set(["rendered 1"]));
  expect(bench.clock.now() - START).toBeGreaterThan(24 * 3_600_000);
  expect(bench.clock.now() - START).toBeLessThan(28 * 3_600_000 + 60_000);
});

it("batches its store calls when many deliveries are due", async () => {
  await bench.accept(300);
  const writes: string[] = [];
  bench.beforeWrite = (name) => void writes.push(name);
  bench.answer = async () => {
    await new Promise((resolve) => void setImmediate(resolve));
    return bench.answered(200);
  };
  await bench.start();

  await bench.allAre("succeeded");

  // Without batching it would be 900: a claim, a body and an outcome for each delivery.
  expect(writes.length).toBeLessThan(150);
});

it("takes back the leases of a dead process without counting them", async () => {
  await bench.accept();
  const lease = { lease_token: "dead", lease_expires_at: START + 60_000, claims: 1 };
  const leased = { state: "delivering", next_attempt_at: null, ...lease } as const;
  await bench.fixture.update("delivery", leased);
  await bench.start();

  await bench.allAre("succeeded");

  expect(await bench.log()).toEqual([
    { number: 1, outcome: "worker_lost", error_code: "worker_lost" },
    { number: 2, outcome: "succeeded", error_code: null },
  ]);
  expect((await bench.rows())[0]).toMatchObject({ attempts_made: 1, claims: 2 });
  // They are counted after they are stored.
  const counted = () => bench.counted.map(({ outcome }) => outcome);
  await expect.poll(counted).toEqual(["1 lost", "succeeded"]);
});

it("reserves slots so that slow receivers with many deliveries do not take them all", async () => {
  const slow = [1];
  while (slow.length < 5) slow.push(await addWebhook(bench.fixture));
  await bench.accept(30);
  const release: (() => void)[] = [];
  // Successes raise the concurrency limit of each; then the receivers become slow.
  bench.answer = () =>
    bench.attempts.length <= 60
      ? bench.answered(200)
      : new Promise((resolve) => void release.push(() => resolve(bench.answered(200))));
  // The clock jumps ahead while they hang; leases must not expire meanwhile.
  await bench.start(undefined, 30 * 24 * 3_600_000);
  const rowsThatAre = async (wanted: string) =>
    (await bench.rows()).filter(({ state }) => state === wanted).length;
  // A delivery whose outcome is being recorded takes no slot.
  await bench.until(async () => (await rowsThatAre("succeeded")) === 60);
  await bench.until(async () => (await rowsThatAre("delivering")) >= 52);

  const late = await addWebhook(bench.fixture, { url: "http://127.0.0.1:9/late" });
  await bench.fixture.accept(newSubmission(100, { now: START }));
  bench.dispatcher().wake();

  await bench.until(() => bench.attempts.some(({ url }) => url.endsWith("/late")));
  expect(late).toBeGreaterThan(Math.max(...slow));
  expect(await rowsThatAre("delivering")).toBeLessThanOrEqual(58);
  bench.answer = () => bench.answered(200);
  for (const end of release) end();
  await bench.allAre("succeeded");
});

it("disables a webhook whose receiver answers 410", async () => {
  await bench.accept();
  bench.answer = () => bench.answered(410);
  await bench.start();

  await bench.allAre("exhausted");

  const columns = ["enabled", "disabled_reason", "failure_count"] as const;
  const gone = { enabled: 0, disabled_reason: "gone", failure_count: 1 };
  expect(await bench.fixture.rows("webhook", columns)).toEqual([gone]);
});

it("lets a worker that has lost its lease change nothing but the log, and counts its attempt as stale", async () => {
  await bench.accept();
  bench.beforeWrite = async (name) => {
    if (name !== "recordOutcomes") return;
    await bench.fixture.update("delivery", { lease_token: "another's" });
  };
  await bench.start();

  await bench.until(() => bench.counted.length > 0);

  expect((await bench.rows())[0]).toMatchObject({ state: "delivering", attempts_made: 0 });
  expect(bench.counted).toEqual([{ outcome: "stale", error_code: null }]);
  expect(await bench.log()).toMatchObject([{ outcome: "stale" }]);
});

it.each([3_600_000, -3_600_000])(
  "keeps the lease of an attempt in flight when the clock is set by %i ms",
  async (ms) => {
    const answer = Promise.withResolvers<void>();
    bench.answer = async () => {
      await answer.promise;
      return bench.answered(200);
    };
    await bench.accept();
    await bench.start();
    await bench.until(() => bench.attempts.length === 1);
    const sweepAgainAt = plusMs(bench.clock.monotonic(), 40_000);

    bench.clock.stepWall(ms);
    bench.dispatcher().wake();
    await bench.until(() => bench.clock.monotonic() >= sweepAgainAt);
    answer.resolve();
    await bench.until(() => bench.counted.length > 0);

    expect(bench.attempts).toHaveLength(1);
    expect(bench.counted).toEqual([{ outcome: "succeeded", error_code: null }]);
  },
);
