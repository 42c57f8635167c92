/** One deadline for many operations, with a single timer: the operation that started first expires first. */
import type { Clock } from "../platform/clock.ts";

/** Calls `onExpired` when the deadline passes; the returned function cancels that. */
export type Deadline = (onExpired: () => void) => () => void;

interface Pending {
  readonly startedAt: number;
  readonly onExpired: () => void;
}

export function createDeadline(clock: Clock, deadlineMs: number): Deadline {
  /** In the order in which they started. */
  const pending = new Set<Pending>();
  let isTimerSet = false;

  function expire(): void {
    isTimerSet = false;
    const now = clock.now();
    for (const one of pending) {
      const elapsedMs = now - one.startedAt;
      // A negative duration means that the clock was set back. The true duration is unknown, so it expires.
      if (elapsedMs >= 0 && elapsedMs < deadlineMs) {
        setTimer(deadlineMs - elapsedMs);
        return;
      }
      pending.delete(one);
      one.onExpired();
    }
  }

  function setTimer(delayMs: number): void {
    isTimerSet = true;
    clock.after(delayMs, expire);
  }

  return (onExpired) => {
    const one = { startedAt: clock.now(), onExpired };
    pending.add(one);
    if (!isTimerSet) setTimer(deadlineMs);
    return () => void pending.delete(one);
  };
}
