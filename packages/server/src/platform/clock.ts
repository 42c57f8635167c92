/**
 * The clock and the timers of the process. No other module may read the time or set a timer.
 *
 * Wall time and monotonic time are two types that do not mix: a comparison or a subtraction across them does
 * not compile. Wall time may be set back or ahead at any moment, by a person or by NTP. So it is only for
 * people and for times that are stored; every wait, interval, lease and rate inside a process is monotonic.
 */

declare const wall: unique symbol;
declare const monotonic: unique symbol;

/** A moment that people and the database share: milliseconds since the Unix epoch. It may jump. */
export type WallMs = number & { readonly [wall]: never };

/**
 * A moment within the life of this process: milliseconds, with fractions, from an arbitrary origin. It never
 * goes back and does not advance while the machine is suspended. The type is not a number: compare two with
 * `<` or `>=`, and calculate with {@link plusMs} and {@link msBetween}.
 */
export type MonotonicMs = { readonly [monotonic]: never };

export interface Clock {
  /** The wall time, for people and for times that are stored. */
  now(): WallMs;
  /** The monotonic time, for everything that this process waits for or measures. */
  monotonic(): MonotonicMs;
  /**
   * Calls `run` once after `delayMs`, or after 24.8 days if that is sooner. Returns a function that cancels. Does
   * not keep the process alive.
   */
  after(delayMs: number, run: () => void): () => void;
}

/** Takes a number as wall time. For clocks only: stored times stay plain numbers. */
export const toWallMs = (ms: number): WallMs => ms as WallMs;

/** Takes a number as monotonic time. For clocks only. */
export const toMonotonicMs = (ms: number): MonotonicMs => ms as unknown as MonotonicMs;

/** Later than every other moment. */
export const NEVER: MonotonicMs = toMonotonicMs(Infinity);

/** The moment `ms` after `at`; before it, if `ms` is negative. */
export const plusMs = (at: MonotonicMs, ms: number): MonotonicMs =>
  toMonotonicMs((at as unknown as number) + ms);

/** Milliseconds from `from` to `to`; negative if `to` is earlier. */
export const msBetween = (from: MonotonicMs, to: MonotonicMs): number =>
  (to as unknown as number) - (from as unknown as number);

/** What another clock showed at a moment of this process. */
export interface WallReading {
  /** Milliseconds since the Unix epoch. */
  readonly wallMs: number;
  readonly at: MonotonicMs;
}

/**
 * A clock whose wall time continues from the last reading of another clock, so that steps of this machine's
 * wall time do not show. Without a reading it has the wall time of `clock`.
 */
export const followClock = (clock: Clock, lastReading: () => WallReading | undefined): Clock => ({
  ...clock,
  now() {
    const reading = lastReading();
    return reading === undefined
      ? clock.now()
      : toWallMs(Math.round(reading.wallMs + msBetween(reading.at, clock.monotonic())));
  },
});

/**
 * Returns a function that tells by how many milliseconds wall time has gained on monotonic time since its
 * last call; negative if it was set back. A suspended machine looks like a step ahead.
 */
export function measureSteps(clock: Clock): () => number {
  let wallMs = clock.now();
  let at = clock.monotonic();
  return () => {
    const before = { wallMs, at };
    wallMs = clock.now();
    at = clock.monotonic();
    return wallMs - before.wallMs - msBetween(before.at, at);
  };
}

/** Node runs a timer at once that is set for longer, about 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => toWallMs(Date.now()),
  monotonic: () => toMonotonicMs(performance.now()),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
