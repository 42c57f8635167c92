/** Notices that the process has nothing more to do, so that it can give back the memory that work has filled. */
import type { Clock } from "./clock.ts";

const LOOK_EVERY_MS = 30_000;
/** Of a processor, since the last look. */
const QUIET_SHARE = 0.02;
/** Less work than this leaves nothing behind that is worth collecting. */
const ENOUGH_WORK_MS = 500;

/**
 * Looks every half minute; calls `onIdle` once after work of half a second or more, when the half minute
 * was quiet.
 *
 * @param cpuMs Processor time of the whole process so far, in milliseconds.
 * @returns What ends the looking.
 */
export function watchForIdleness({
  clock,
  cpuMs,
  onIdle,
}: {
  readonly clock: Clock;
  readonly cpuMs: () => number;
  readonly onIdle: () => void;
}): () => void {
  let seenMs = cpuMs();
  let workMs = seenMs;
  let wasTold = false;
  const look = () => {
    const usedMs = cpuMs() - seenMs;
    seenMs += usedMs;
    workMs += usedMs;
    if (wasTold) {
      // That was work as well, and left nothing behind.
      wasTold = false;
      workMs = 0;
    } else if (usedMs < QUIET_SHARE * LOOK_EVERY_MS && workMs >= ENOUGH_WORK_MS) {
      wasTold = true;
      onIdle();
    }
    stop = clock.after(LOOK_EVERY_MS, look);
  };
  let stop = clock.after(LOOK_EVERY_MS, look);
  return () => stop();
}
