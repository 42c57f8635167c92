/** Spaces out claims: each claim is one commit, so few large claims are cheaper than many small ones. */
import { type MonotonicMs, plusMs, type Clock, msBetween, NEVER } from "../platform/clock.ts";

/** After a claim that found nothing the delay starts at 1 ms and doubles up to this. */
const MAX_BACKOFF_MS = 10;
/** Between two claims while fewer than half of the possible deliveries are open. */
const MIN_INTERVAL_MS = 2;
/** While more are open, waiting makes the next claim larger. */
const MAX_INTERVAL_MS = 10;

export function createClaimPace() {
  let lastClaimAt: MonotonicMs | undefined;
  /** 0 after a claim that returned deliveries. */
  let backoffMs = 0;
  let halfCapacity = Infinity;
  const isLow = (open: number) => open <= halfCapacity;
  return {
    /** The earliest time of the next claim; `undefined` before the first one. */
    nextAt: (open: number) =>
      lastClaimAt &&
      plusMs(lastClaimAt, backoffMs || (isLow(open) ? MIN_INTERVAL_MS : MAX_INTERVAL_MS)),
    /** A claim is about to be sent that can bring the open deliveries to `capacity`. */
    claiming(capacity: number) {
      halfCapacity = capacity / 2;
    },
    /** A claim sent at `now` returned deliveries. */
    found(now: MonotonicMs) {
      backoffMs = 0;
      lastClaimAt = now;
    },
    /** A claim sent at `now` returned nothing: the next one backs off. */
    foundNothing(now: MonotonicMs) {
      backoffMs = Math.min(MAX_BACKOFF_MS, Math.max(1, backoffMs * 2));
      lastClaimAt = now;
      halfCapacity = Infinity;
    },
    /** Fewer than half of the possible deliveries are open: claim again now. */
    isLow,
  };
}

/** One timer for several callers: it fires at the earliest time that any of them set. */
export function createWakeTimer(clock: Clock, onFire: () => void) {
  let firesAt = NEVER;
  let cancel = () => {};
  const clear = () => {
    cancel();
    firesAt = NEVER;
  };
  return {
    /** Fires at `at`, or earlier if an earlier time is set. */
    fireBy(at: MonotonicMs) {
      if (firesAt <= at) return;
      clear();
      firesAt = at;
      cancel = clock.after(msBetween(clock.monotonic(), at), () => {
        firesAt = NEVER;
        onFire();
      });
    },
    clear,
  };
}
