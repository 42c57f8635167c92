/** The clock and the timers of the process. No other module may read the time or set a timer. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` once after `delayMs`. Returns a function that cancels. Does not keep the process alive. */
  after(delayMs: number, run: () => void): () => void;
}

/** A clock whose time is `aheadMs()` milliseconds ahead of `clock`. */
export function offsetClock(clock: Clock, aheadMs: () => number): Clock {
  return {
    now: () => clock.now() + Math.round(aheadMs()),
    after: (delayMs, run) => clock.after(delayMs, run),
  };
}

/** Monotonic time in milliseconds, with fractions, from an arbitrary origin. Only for durations. */
export const elapsedMs = (): number => performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
