/** A replay store in memory, for a receiver with one process. */
import type { ReplayStore, SignedAttempt } from "./replay.ts";
import { systemNow } from "./system-clock.ts";

/** Beyond this many attempts the oldest are evicted before they expire; about 10 MB. */
const MAX_ATTEMPTS = 100_000;

/**
 * Stores handled attempts until their timestamps are out of tolerance. A restart loses them.
 *
 * @param now Milliseconds since the Unix epoch; default: the system clock.
 */
export function createReplayMemory(now: () => number = systemNow): ReplayStore {
  const handled = new Map<string, number>();
  const keyOf = ({ webhookId, timestamp }: SignedAttempt) => `${timestamp}.${webhookId}`;
  return {
    has: (attempt) => handled.has(keyOf(attempt)),
    add: (attempt) => {
      handled.set(keyOf(attempt), attempt.forgetAt);
      for (const [oldest, forgetAt] of handled) {
        if (handled.size <= MAX_ATTEMPTS && forgetAt >= now() / 1_000) break;
        handled.delete(oldest);
      }
    },
  };
}
