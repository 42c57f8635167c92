/** The clocks of tests: one that stands until a test advances it, and the system's with other times. */
import type { Clock, MonotonicMs } from "../src/platform/clock.ts";
import { msBetween, plusMs, systemClock, toMonotonicMs, toWallMs } from "../src/platform/clock.ts";

export interface FakeClock extends Clock {
  runNextTimer(): void;
  /** Advances to the wall time `at` without running timers. Does nothing if `at` is in the past. */
  advanceTo(at: number): void;
  /** Advances wall and monotonic time by `ms` and runs the timers that fall due, in order. */
  advance(ms: number): void;
  /** Sets the wall time ahead by `ms`, or back if negative. Monotonic time and timers do not notice. */
  stepWall(ms: number): void;
}

/** Differs from every wall time in use, so that a mix-up shows. */
const MONOTONIC_START = 5_000;

/** @param start Wall time. */
export function createFakeClock(start: number): FakeClock {
  let wall = start;
  let monotonic = toMonotonicMs(MONOTONIC_START);
  const timers: { readonly at: MonotonicMs; readonly run: () => void }[] = [];
  const nextTimer = () => timers.toSorted((a, b) => msBetween(b.at, a.at))[0];

  function pass(ms: number): void {
    if (ms <= 0) return;
    wall += ms;
    monotonic = plusMs(monotonic, ms);
  }

  function runTimer(timer: (typeof timers)[number]): void {
    timers.splice(timers.indexOf(timer), 1);
    pass(msBetween(monotonic, timer.at));
    timer.run();
  }

  return {
    now: () => toWallMs(wall),
    monotonic: () => monotonic,
    advanceTo: (at) => pass(at - wall),
    stepWall(ms) {
      wall += ms;
    },
    after(delayMs, run) {
      const timer = { at: plusMs(monotonic, delayMs), run };
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
      const until = plusMs(monotonic, ms);
      for (let next = nextTimer(); next !== undefined && next.at <= until; next = nextTimer()) {
        runTimer(next);
      }
      pass(msBetween(monotonic, until));
    },
  };
}

/** The system's monotonic time and timers, with the wall time that `now` returns. */
export const withWallTime = (now: () => number): Clock => ({
  ...systemClock,
  now: () => toWallMs(now()),
});

export interface SkippingClock extends Clock {
  /** Advances wall and monotonic time by `ms`, besides running on, and runs the timers that fall due. */
  skip(ms: number): void;
}

/** The system's clock, which a test can advance: for servers, whose timers also have to run by themselves. */
export function createSkippingClock(): SkippingClock {
  const timers = new Set<{ schedule(): void; cancel(): void }>();
  let aheadMs = 0;
  const clock: SkippingClock = {
    now: () => toWallMs(systemClock.now() + aheadMs),
    monotonic: () => plusMs(systemClock.monotonic(), aheadMs),
    after(delayMs, run) {
      const dueAt = plusMs(clock.monotonic(), delayMs);
      let cancel = () => {};
      const timer = {
        schedule() {
          cancel();
          cancel = systemClock.after(msBetween(clock.monotonic(), dueAt), () => {
            timers.delete(timer);
            run();
          });
        },
        cancel() {
          timers.delete(timer);
          cancel();
        },
      };
      timers.add(timer);
      timer.schedule();
      return () => timer.cancel();
    },
    skip(ms) {
      aheadMs += ms;
      for (const timer of timers) timer.schedule();
    },
  };
  return clock;
}
