import { useEach } from "../../../../test/harness/use.ts";
import { addWebhook } from "../../test/fixture.ts";
import { unansweredResult } from "../domain/delivery/delivery-result.ts";
import { openBench, START } from "../../test/outbox-bench.ts";

const WEBHOOKS = 20;
const POSTS = 4;
/** Two attempts of each webhook are claimed before the first one has failed. */
const FIRST_ATTEMPTS = 2 * WEBHOOKS;

let hangs: boolean;
const bench = useEach(openBench);
beforeEach(async () => {
  hangs = true;
  bench.answer = () =>
    hangs
      ? unansweredResult(
          { startedAt: bench.clock.now(), durationMs: 15_000, remoteIp: null },
          { errorCode: "timeout", excerpt: "The attempt took longer than 15 s." },
        )
      : bench.answered(200);
  for (let n = 0; n < WEBHOOKS; n += 1) {
    await addWebhook(bench.fixture, { url: `https://hangs.example/${n}` });
  }
  await bench.accept(POSTS);
});

const until = (at: number) => bench.until(() => bench.clock.now() >= at);

it("gets a probe at a time, and everything once it responds", async () => {
  await bench.start();
  await until(START + 2_000);
  const atFirst = bench.attempts.length;

  await until(START + 90_000);

  expect(atFirst).toBeLessThanOrEqual(FIRST_ATTEMPTS);
  // After 5, 10 and 20 s, then every 30 s.
  expect(bench.attempts.length - atFirst).toBeLessThanOrEqual(5);
  expect(bench.dispatcher().circuits.open()).toMatchObject([{ origin: "https://hangs.example" }]);
  const rows = await bench.rows();
  expect(rows.filter(({ state }) => state !== "queued")).toEqual([]);
  // The time that deliveries are held is not counted as attempts.
  expect(rows.reduce((sum, row) => sum + row.attempts_made, 0)).toBe(bench.attempts.length);
  hangs = false;
  const nextProbeAt = bench.dispatcher().circuits.open()[0]?.nextProbeAt ?? 0;
  expect(nextProbeAt).toBeGreaterThan(bench.clock.now() + 2_000);
  // A user does not want to wait for the next probe.
  bench.dispatcher().probeNow();
  await bench.until(() => bench.dispatcher().circuits.open().length === 0);
  expect(bench.clock.now()).toBeLessThan(nextProbeAt);
  await bench.allAre("succeeded");
  expect(bench.dispatcher().circuits.open()).toEqual([]);
});
