/** The only reader of the machine's clock and the only setter of timers. */

/** Milliseconds since the Unix epoch, UTC, and timers that follow the same time. */
export interface Clock {
  now(): number;
  /** Calls `run` once, `delayMs` from now; returns what takes it back. Never keeps the process alive. */
  after(delayMs: number, run: () => void): () => void;
}

/** The same moments as `clock`, told by another one that is `aheadMs()` milliseconds ahead of it. */
export function aheadOf(clock: Clock, aheadMs: () => number): Clock {
  return {
    now: () => clock.now() + Math.round(aheadMs()),
    after: (delayMs, run) => clock.after(delayMs, run),
  };
}

/** Milliseconds, finely, from some moment on; they never run backwards. For durations alone. */
export const elapsedMs = (): number => performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
