/** A clock whose time changes only when a test advances it. */
import type { Clock } from "../src/platform/clock.ts";

export interface FakeClock extends Clock {
  /** Advances to the next timer and runs it. */
  runNextTimer(): void;
  /** Advances to `at` without running timers. Does nothing if `at` is in the past. */
  advanceTo(at: number): void;
  /** Advances by `ms` and runs the timers that fall due, in order. */
  advance(ms: number): void;
}

export function createFakeClock(start: number): FakeClock {
  let now = start;
  const timers: { at: number; run: () => void }[] = [];
  const nextTimer = () => timers.toSorted((a, b) => a.at - b.at)[0];

  function runTimer(timer: (typeof timers)[number]): void {
    timers.splice(timers.indexOf(timer), 1);
    now = Math.max(now, timer.at);
    timer.run();
  }

  return {
    now: () => now,
    advanceTo: (at) => {
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
    runNextTimer() {
      const next = nextTimer();
      if (next !== undefined) runTimer(next);
    },
    advance(ms) {
      const until = now + ms;
      for (let next = nextTimer(); next !== undefined && next.at <= until; next = nextTimer()) {
        runTimer(next);
      }
      now = until;
    },
  };
}
