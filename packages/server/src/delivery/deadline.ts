/** Ends what takes too long, by one timer for all: what begins first is late first. */
import type { Clock } from "../platform/clock.ts";

/** `end` is called when the time is over; what is returned takes that back. */
export type Deadline = (end: () => void) => () => void;

interface Running {
  readonly since: number;
  readonly end: () => void;
}

export function createDeadline(clock: Clock, deadlineMs: number): Deadline {
  /** In the order in which they began. */
  const running = new Set<Running>();
  let isSet = false;

  function ring(): void {
    isSet = false;
    const now = clock.now();
    for (const one of running) {
      const tookMs = now - one.since;
      // A clock that was set back tells nothing of how long it took; then it is better ended.
      if (tookMs >= 0 && tookMs < deadlineMs) {
        setFor(deadlineMs - tookMs);
        return;
      }
      running.delete(one);
      one.end();
    }
  }

  function setFor(ms: number): void {
    isSet = true;
    clock.after(ms, ring);
  }

  return (end) => {
    const one = { since: clock.now(), end };
    running.add(one);
    if (!isSet) setFor(deadlineMs);
    return () => void running.delete(one);
  };
}
