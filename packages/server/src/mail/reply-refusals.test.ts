// The decision with a real store and a clock that is set between posts.
import fc from "fast-check";
import { createFakeClock } from "../../test/fake-clock.ts";
import { addRecipient, newSubmission, useFixture } from "../../test/fixture.ts";
import { createClockWatch } from "../platform/clock-watch.ts";
import { type MonotonicMs, msBetween } from "../platform/clock.ts";
import { silentLog } from "../platform/log.ts";
import { reserveReply } from "../store/mail/replies.ts";
import { createReplyRefusals } from "./reply-refusals.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Deliveries to ask with; the test asks no more often. */
const DELIVERIES = 30;

const fixture = useFixture();
beforeEach(async () => {
  await addRecipient(fixture, { purpose: "reply", url: "mailto:" });
  for (let n = 1; n <= DELIVERIES; n += 1) await fixture.accept(newSubmission(n));
});

function openRefusals(dailyLimit = 500) {
  const clock = createFakeClock(100 * DAY_MS);
  const clockWatch = createClockWatch(clock, silentLog);
  const parts = { clock, clockWatch, fromAddress: "forms@intray.test", dailyLimit };
  const refusal = createReplyRefusals({
    ...parts,
    reserve: (request) => fixture.transact((transaction) => reserveReply(transaction, request)),
  });
  let asked = 0;
  const ask = (email: string | null) =>
    refusal({ id: (asked += 1), submission: { id: asked, email } });
  return { clock, ask };
}

it("looks at the address before it asks the store", async () => {
  const { ask } = openRefusals();

  expect([
    await ask(null),
    await ask("noreply@example.org"),
    await ask("Forms@Intray.test"),
    await ask("Grace@Example.org"),
    await ask("grace@example.ORG"),
  ]).toEqual(["no_address", "automatic_address", "own_address", undefined, "answered_recently"]);
});

it("never answers an address twice within a day, however the clock is set", async () => {
  let runs = 0;
  const step = fc.record({
    stepMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 60_000, max: 50 * DAY_MS }),
      fc.integer({ min: -50 * DAY_MS, max: -60_000 }),
    ),
    waitMs: fc.integer({ min: 0, max: 14 * HOUR_MS }),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: DELIVERIES - 1 }), async (steps) => {
      const { clock, ask } = openRefusals();
      const email = `person${(runs += 1)}@example.org`;
      const answered: MonotonicMs[] = [];
      for (const { stepMs, waitMs } of [{ stepMs: 0, waitMs: 0 }, ...steps]) {
        clock.stepWall(stepMs);
        clock.advance(waitMs);
        if ((await ask(email)) === undefined) answered.push(clock.monotonic());
      }
      expect(answered.length).toBeGreaterThan(0);
      const gaps = answered.slice(1).map((at, n) => msBetween(answered[n] ?? at, at));
      expect(gaps.filter((ms) => ms < DAY_MS)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
