import fc from "fast-check";
import { MAX_HOLD_MS } from "../domain/delivery/delivery.ts";
import { nextDelayMs } from "./backoff.ts";

const HOUR_MS = 3_600_000;
/** The longest duration of an attempt, with the time that an open circuit may hold it before. */
const DEADLINE_MS = 15_000 + MAX_HOLD_MS;
const JUST_BELOW_1 = 1 - Number.EPSILON;
const even = { ageMs: 0, jitter: 0.5, retryAfterMs: undefined, isPressed: false };

/** Fails every attempt. Returns the total time and the number of retries. */
function live(
  steps: readonly {
    jitter: number;
    durationMs: number;
    retryAfterMs: number | undefined;
    isPressed: boolean;
  }[],
) {
  let ageMs = 0;
  for (let attemptsMade = 1; ; attemptsMade++) {
    const { durationMs, ...step } = steps[attemptsMade - 1] ?? { ...even, durationMs: 0 };
    ageMs += durationMs;
    const delay = nextDelayMs({ attemptsMade, ageMs, ...step }, undefined);
    if (delay === undefined) return { retries: attemptsMade - 1, ageMs };
    ageMs += delay;
  }
}

it("doubles from 20 s up to 4 h, fifteen times", () => {
  const delays = Array.from({ length: 16 }, (_, n) =>
    nextDelayMs({ ...even, attemptsMade: n + 1 }, undefined),
  );

  const doubled = Array.from({ length: 10 }, (_, n) => 20_000 * 2 ** n);
  expect(delays.slice(0, 14)).toEqual([...doubled, ...Array<number>(4).fill(14_400_000)]);
  expect(delays[15]).toBeUndefined();
});

/** The smallest and the largest jitter are as likely as all values between them. */
const step = fc.record({
  jitter: fc.oneof(
    fc.constantFrom(0, JUST_BELOW_1),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  ),
  durationMs: fc.oneof(fc.constantFrom(0, DEADLINE_MS), fc.integer({ min: 0, max: DEADLINE_MS })),
  retryAfterMs: fc.oneof(
    fc.constantFrom(undefined, 0, 400 * HOUR_MS),
    fc.integer({ min: 0, max: 5 * HOUR_MS }),
  ),
  isPressed: fc.boolean(),
});

it("retries fifteen times over 24 to 28 hours, whatever the receivers answer and the jitter is", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 16, maxLength: 16 }), (steps) => {
      const { retries, ageMs } = live(steps);

      expect(retries).toBe(15);
      expect(ageMs).toBeGreaterThanOrEqual(24 * HOUR_MS);
      expect(ageMs).toBeLessThanOrEqual(28 * HOUR_MS);
    }),
    { numRuns: 2_000 },
  );
});

const always = (over: Partial<Parameters<typeof live>[0][number]>) => {
  const { ageMs: _, ...plain } = even;
  return live(Array.from({ length: 16 }, () => ({ ...plain, durationMs: 0, ...over })));
};

it.each([
  ["the least chance can give", { jitter: 0 }, 24, 11],
  ["the middle", {}, 25, 41],
  ["the most", { jitter: JUST_BELOW_1 }, 27, 11],
])("lives as long as is written down, by %s", (_, over, hours, minutes) => {
  const { ageMs } = always(over);

  expect(Math.round(ageMs / 60_000)).toBe(hours * 60 + minutes);
});

it("varies a delay by 20 %, above an hour by 5 %, unless the receiver asks for more", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15 }), step, (attemptsMade, { jitter }) => {
      const middle = Math.min(14_400_000, 20_000 * 2 ** (attemptsMade - 1));

      const delay = nextDelayMs({ ...even, attemptsMade, jitter }, undefined) ?? 0;

      const spread = middle > HOUR_MS ? 0.05 : 0.2;
      expect(Math.abs(delay - middle)).toBeLessThanOrEqual(spread * middle + 1);
    }),
  );
});

it("is never shorter than the minimum after pressure or the Retry-After", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 15, maxLength: 15 }), (steps) => {
      let ageMs = 0;
      const short = steps.filter(({ durationMs, ...failure }, n) => {
        ageMs += durationMs;
        const delay = nextDelayMs({ attemptsMade: n + 1, ageMs, ...failure }, undefined) ?? 0;
        ageMs += delay;
        // Only while time is left: the 28 hours take precedence over Retry-After.
        const asked = ageMs < 2 * HOUR_MS ? Math.min(failure.retryAfterMs ?? 0, HOUR_MS) : 0;
        return delay < Math.max(asked, failure.isPressed ? 60_000 : 0);
      });

      expect(short).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it("waits at least a minute after a 429 or a timeout, or the Retry-After", () => {
  const first = (over: object) => nextDelayMs({ ...even, attemptsMade: 1, ...over }, undefined);
  expect(first({ isPressed: true })).toBe(60_000);
  expect(first({ retryAfterMs: 600_000 })).toBe(600_000);
  expect(first({ retryAfterMs: 99 * HOUR_MS })).toBe(HOUR_MS);
});

it("never shortens a delay because of downtime of the server", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 15 }),
      fc.integer({ min: 0, max: 40 * HOUR_MS }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attemptsMade, ageMs, jitter) => {
        const middle = nextDelayMs({ ...even, attemptsMade }, undefined) ?? 0;

        const delay = nextDelayMs({ ...even, attemptsMade, ageMs, jitter }, undefined);

        expect(delay).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
      },
    ),
    { numRuns: 2_000 },
  );
});

it("uses the operator's schedule as it is", () => {
  const own = [5, 10];

  const after = (attemptsMade: number) =>
    nextDelayMs({ ...even, attemptsMade, isPressed: true }, own);
  expect([1, 2, 3].map(after)).toEqual([5, 10, undefined]);
});
