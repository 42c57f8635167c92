/** One timer for several callers: it fires at the earliest time that any of them set. */
import type { Clock } from "../platform/clock.ts";

export interface WakeTimer {
  /** Fires at `at`, or earlier if an earlier time is set. Milliseconds since the epoch. */
  fireBy(at: number): void;
  clear(): void;
}

export function createWakeTimer(clock: Clock, onFire: () => void): WakeTimer {
  let firesAt = Infinity;
  let cancel = () => {};
  const clear = () => {
    cancel();
    firesAt = Infinity;
  };
  return {
    fireBy(at) {
      if (firesAt <= at) return;
      clear();
      firesAt = at;
      cancel = clock.after(at - clock.now(), () => {
        firesAt = Infinity;
        onFire();
      });
    },
    clear,
  };
}
