/** Detects that the process has become idle after work, which is the time to release memory and disk. */
import type { Clock } from "./clock.ts";

const CHECK_EVERY_MS = 30_000;
/** Share of one CPU since the last check below which the process counts as idle. */
const MAX_IDLE_SHARE = 0.05;
/** CPU time after which releasing memory is worth its cost. */
const MIN_WORK_MS = 500;

interface WatchForIdlenessArgs {
  readonly clock: Clock;
  readonly cpuMs: () => number;
  readonly onIdle: () => void;
}

/**
 * Checks every 30 seconds. After at least half a second of CPU time, calls `onIdle` once at the first check
 * that finds the process idle.
 *
 * @param cpuMs CPU time of the whole process so far, in milliseconds.
 * @returns A function that stops the checks.
 */
export function watchForIdleness({ clock, cpuMs, onIdle }: WatchForIdlenessArgs): () => void {
  let checkedMs = cpuMs();
  let workMs = checkedMs;
  let wasReported = false;
  const check = () => {
    const usedMs = cpuMs() - checkedMs;
    checkedMs += usedMs;
    workMs += usedMs;
    if (wasReported) {
      // The CPU time since the last check was spent by onIdle itself.
      wasReported = false;
      workMs = 0;
    } else if (usedMs < MAX_IDLE_SHARE * CHECK_EVERY_MS && workMs >= MIN_WORK_MS) {
      wasReported = true;
      onIdle();
    }
    stop = clock.after(CHECK_EVERY_MS, check);
  };
  let stop = clock.after(CHECK_EVERY_MS, check);
  return () => stop();
}
