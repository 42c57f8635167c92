/** The CLI's only timer for the queue: pauses that a signal cuts short. */
import { clearTimeout, setTimeout } from "node:timers";

/** Resolves after `ms`, or at once when the signal fires. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

// There is one for each handler, and most are cut short: node's own would make an error each time.
export const systemPause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
