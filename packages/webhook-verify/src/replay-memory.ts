/** A replay store in memory, for a receiver that is one process. */
import type { ReplayStore, SignedAttempt } from "./replay.ts";
import { systemNow } from "./system-clock.ts";

/** Past this many attempts the oldest are forgotten early; some 10 MB. */
const MAX_ATTEMPTS = 100_000;

/** Remembers handled attempts for as long as their timestamps are in tolerance; a restart forgets them. */
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
