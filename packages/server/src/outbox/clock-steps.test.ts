import { useEach } from "../../../../test/harness/use.ts";
import { msBetween, plusMs } from "../platform/clock.ts";
import { addWebhook, newSubmission } from "../../test/fixture.ts";
import { openBench } from "../../test/outbox-bench.ts";

const HOUR_MS = 3_600_000;

describe("the dispatcher, when the clock is set", () => {
  const bench = useEach(openBench);
  beforeEach(() => addWebhook(bench.fixture));

  const accept = (nth: number) =>
    bench.fixture.accept(newSubmission(nth, { now: bench.clock.now() }));

  it("sends the next post at once after the clock was set back", async () => {
    await accept(1);
    await bench.start();
    await bench.allAre("succeeded");
    const before = bench.clock.monotonic();

    bench.clock.stepWall(-HOUR_MS);
    await accept(2);
    bench.dispatcher().wake();
    await bench.allAre("succeeded");

    expect(bench.attempts).toHaveLength(2);
    expect(msBetween(before, bench.clock.monotonic())).toBeLessThan(HOUR_MS / 2);
  });

  it.each([HOUR_MS, -HOUR_MS])(
    "keeps the lease of an attempt in flight when the clock is set by %i ms",
    async (ms) => {
      const answer = Promise.withResolvers<void>();
      bench.answer = async () => {
        await answer.promise;
        return bench.answered(200);
      };
      await accept(1);
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
});
