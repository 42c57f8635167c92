/** Spaces out claims: each claim is one commit, so few large claims are cheaper than many small ones. */
import { type MonotonicMs, plusMs, type Clock, msBetween, NEVER } from "../platform/clock.ts";

interface ClaimPace {
  /** The earliest time of the next claim; `undefined` before the first one. */
  nextAt(open: number): MonotonicMs | undefined;
  /** A claim is about to be sent that can bring the open deliveries to `capacity`. */
  claiming(capacity: number): void;
  /** A claim sent at `now` returned deliveries. */
  found(now: MonotonicMs): void;
  /** A claim sent at `now` returned nothing: the next one backs off. */
  foundNothing(now: MonotonicMs): void;
  /** Fewer than half of the possible deliveries are open: claim again now. */
  isLow(open: number): boolean;
}

/** After a claim that found nothing the delay starts at 1 ms and doubles up to this. */
const MAX_BACKOFF_MS = 10;
/** Between two claims while fewer than half of the possible deliveries are open. */
const MIN_INTERVAL_MS = 2;
/** While more are open, waiting makes the next claim larger. */
const MAX_INTERVAL_MS = 10;

export function createClaimPace(): ClaimPace {
  let lastClaimAt: MonotonicMs | undefined;
  /** 0 after a claim that returned deliveries. */
  let backoffMs = 0;
  let halfCapacity = Infinity;
  const isLow = (open: number) => open <= halfCapacity;
  return {
    nextAt: (open) =>
      lastClaimAt &&
      plusMs(lastClaimAt, backoffMs || (isLow(open) ? MIN_INTERVAL_MS : MAX_INTERVAL_MS)),
    claiming(capacity) {
      halfCapacity = capacity / 2;
    },
    found(now) {
      backoffMs = 0;
      lastClaimAt = now;
    },
    foundNothing(now) {
      backoffMs = Math.min(MAX_BACKOFF_MS, Math.max(1, backoffMs * 2));
      lastClaimAt = now;
      halfCapacity = Infinity;
    },
    isLow,
  };
}

interface WakeTimer {
  /** Fires at `at`, or earlier if an earlier time is set. */
  fireBy(at: MonotonicMs): void;
  clear(): void;
}

/** One timer for several callers: it fires at the earliest time that any of them set. */
export function createWakeTimer(clock: Clock, onFire: () => void): WakeTimer {
  let firesAt = NEVER;
  let cancel = () => {};
  const clear = () => {
    cancel();
    firesAt = NEVER;
  };
  return {
    fireBy(at) {
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
