/** Pauses for the queue that a signal ends early. */
import { clearTimeout, setTimeout } from "node:timers";

/** Resolves after `ms`, or at once when the signal fires. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

// Not Node's promise timer: it creates an error each time a pause ends early, which is once per handler.
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
