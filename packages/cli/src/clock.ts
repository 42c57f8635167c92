/** The CLI's only source of time: now, and pauses. */
import { clearTimeout, setTimeout } from "node:timers";

/** The CLI's only source of "now". Milliseconds since the Unix epoch, UTC. */
export type Clock = { now(): number };

// oxlint-disable-next-line no-restricted-properties -- the only place in the CLI that reads the time
export const systemClock: Clock = { now: () => Date.now() };

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
