import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextDelayMs } from "./backoff.ts";

const HOUR_MS = 3_600_000;
const even = { ageMs: 0, jitter: 0.5, retryAfterMs: undefined, isPressed: false };

/** A whole life: every attempt fails; how long it took, and how many retries there were. */
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

describe("nextDelayMs", () => {
  it("doubles from 20 s up to 4 h, fifteen times", () => {
    const delays = Array.from({ length: 16 }, (_, n) =>
      nextDelayMs({ ...even, attemptsMade: n + 1 }, undefined),
    );

    expect(
      delays.map((delay) => (delay === undefined ? delay : delay / 1_000)).slice(0, 14),
    ).toEqual([
      20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 14_400, 14_400, 14_400, 14_400,
    ]);
    expect(delays[15]).toBeUndefined();
  });

  it("lives 24 to 28 hours and retries fifteen times, whatever receivers and chance do", () => {
    const step = fc.record({
      jitter: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      durationMs: fc.integer({ min: 0, max: 15_000 }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 400 * HOUR_MS }), { nil: undefined }),
      isPressed: fc.boolean(),
    });
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

  it("waits a minute at least for a receiver under pressure, and what it asks for", () => {
    expect(nextDelayMs({ ...even, attemptsMade: 1, isPressed: true }, undefined)).toBe(60_000);
    expect(nextDelayMs({ ...even, attemptsMade: 1, retryAfterMs: 600_000 }, undefined)).toBe(
      600_000,
    );
    expect(nextDelayMs({ ...even, attemptsMade: 1, retryAfterMs: 99 * HOUR_MS }, undefined)).toBe(
      HOUR_MS,
    );
  });

  it("keeps the count and makes no burst when our own downtime has used the time up", () => {
    const delay = nextDelayMs({ ...even, attemptsMade: 3, ageMs: 100 * HOUR_MS }, undefined);

    expect(delay).toBe(80_000);
  });

  it("never hurries, however late our own downtime made it", () => {
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

  it("uses an operator's own schedule as it is", () => {
    const own = [5, 10];

    expect(
      [1, 2, 3].map((attemptsMade) => nextDelayMs({ ...even, attemptsMade, isPressed: true }, own)),
    ).toEqual([5, 10, undefined]);
  });
});
