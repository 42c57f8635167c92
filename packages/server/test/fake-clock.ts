/** Time that stands still until a test moves it. */
import type { Clock } from "../src/platform/clock.ts";

export interface FakeClock extends Clock {
  /** To the next timer, which runs. */
  jump(): void;
  /** To `at`, unless that is past. */
  leap(at: number): void;
}

export function createFakeClock(start: number): FakeClock {
  let now = start;
  const timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    leap: (at) => {
      now = Math.max(now, at);
    },
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    jump() {
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) return;
      timers.splice(timers.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.run();
    },
  };
}
