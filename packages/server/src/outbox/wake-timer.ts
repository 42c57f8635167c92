/** One timer for several callers: it fires at the earliest time that any of them set. */
import { type Clock, type MonotonicMs, msBetween, NEVER } from "../platform/clock.ts";

export interface WakeTimer {
  /** Fires at `at`, or earlier if an earlier time is set. */
  fireBy(at: MonotonicMs): void;
  clear(): void;
}

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
