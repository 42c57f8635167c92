/** One deadline for many operations, with a single timer: the operation that started first expires first. */
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";

/** Calls `onExpired` when the deadline passes; the returned function cancels that. */
export type Deadline = (onExpired: () => void) => () => void;

type Pending = { readonly startedAt: MonotonicMs; readonly onExpired: () => void };

export function createDeadline(clock: Clock, deadlineMs: number): Deadline {
  /** In the order in which they started. */
  const pending = new Set<Pending>();
  let isTimerSet = false;

  function expire(): void {
    isTimerSet = false;
    const now = clock.monotonic();
    for (const one of pending) {
      const elapsedMs = msBetween(one.startedAt, now);
      if (elapsedMs < deadlineMs) {
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
    const one = { startedAt: clock.monotonic(), onExpired };
    pending.add(one);
    if (!isTimerSet) setTimer(deadlineMs);
    return () => void pending.delete(one);
  };
}
