/** The CLI's only timer for the queue: pauses that a signal cuts short. */
import { setTimeout as timeout } from "node:timers/promises";

/** Resolves after `ms`, or at once when the signal fires. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const systemPause: Pause = async (ms, signal) => {
  try {
    await timeout(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
