/** Gives sends their turn: so many at a time, and so many a second. */
import { type Clock, msBetween, plusMs } from "../../platform/clock.ts";

export interface Turns {
  /** Calls `run` when it is its turn, perhaps at once. Returns a function that withdraws it. */
  enqueue(run: () => void): () => void;
  /** Ends the turn of one that ran. */
  release(): void;
}

/** After a pause as many may follow at once as this time allows, so that late timers do not lower the rate. */
const CATCH_UP_MS = 100;

export function createTurns({
  clock,
  atOnce,
  perSecond,
}: {
  readonly clock: Clock;
  readonly atOnce: number;
  /** `undefined` = no limit. */
  readonly perSecond: number | undefined;
}): Turns {
  const gapMs = perSecond === undefined ? 0 : 1_000 / perSecond;
  const waiting = new Set<() => void>();
  let running = 0;
  let nextAt = clock.monotonic();
  let isTimerSet = false;

  function run(): void {
    for (const next of waiting) {
      if (running >= atOnce) return;
      const now = clock.monotonic();
      const waitMs = msBetween(now, nextAt);
      if (waitMs > 0) return setTimer(waitMs);
      const earliest = plusMs(now, -CATCH_UP_MS);
      nextAt = plusMs(nextAt < earliest ? earliest : nextAt, gapMs);
      running += 1;
      waiting.delete(next);
      next();
    }
  }

  function setTimer(delayMs: number): void {
    if (isTimerSet) return;
    isTimerSet = true;
    clock.after(delayMs, () => {
      isTimerSet = false;
      run();
    });
  }

  return {
    enqueue(next) {
      waiting.add(next);
      run();
      return () => void waiting.delete(next);
    },
    release() {
      running -= 1;
      run();
    },
  };
}
