/** Replay protection: rejects attempts that are too old, or that were handled before. */
import { WebhookVerificationError } from "./errors.ts";
import type { AuthenticatedHeaders } from "./unwrap.ts";

/** Recommended by Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300;
/** Beyond this many attempts the memory evicts the oldest before they expire; about 10 MB. */
const MAX_ATTEMPTS = 100_000;

/** One signed attempt. Intray signs each attempt with a new timestamp, retries included. */
export interface SignedAttempt extends AuthenticatedHeaders {
  /** Seconds since the Unix epoch: after this the attempt is rejected by its age, and a store may delete it. */
  readonly forgetAt: number;
}

/** Stores handled attempts, in a table or cache that all processes of a receiver share. */
export interface ReplayStore {
  readonly has: (attempt: SignedAttempt) => boolean | Promise<boolean>;
  /** Called after the handler has succeeded, so that a failed delivery can be sent again. */
  readonly add: (attempt: SignedAttempt) => unknown;
}

export interface ReplayPolicy {
  /** Maximum difference between the timestamp and now, in either direction. Default 300. */
  readonly toleranceSeconds?: number;
  /** Without a store, a request can be replayed until its timestamp is too old. */
  readonly store?: ReplayStore;
  /** Milliseconds since the Unix epoch. Default: the system clock. */
  readonly now?: () => number;
}

/** Attempts whose handler is still running, and which are not in the store yet. */
const inProgress = new WeakMap<ReplayStore, Set<string>>();

/**
 * Checks that an attempt is recent and was not handled before.
 *
 * @returns A function that runs the handler, stores the attempt if it succeeds, and returns its result.
 * @throws WebhookVerificationError if the attempt is too old, too new, handled or being handled.
 */
export async function checkReplay(
  { webhookId, timestamp }: AuthenticatedHeaders,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, store, now = systemNow }: ReplayPolicy,
): Promise<<Result>(handle: () => Result | Promise<Result>) => Promise<Result>> {
  const isFresh = Math.abs(now() / 1_000 - timestamp) <= toleranceSeconds;
  if (!isFresh) {
    throw new WebhookVerificationError("timestamp_outside_tolerance", "differing_clocks"); // also for a tolerance of NaN
  }
  if (store === undefined) return async (handle) => handle();

  const attempt = { webhookId, timestamp, forgetAt: timestamp + toleranceSeconds };
  const key = attemptKey(attempt);
  const running = inProgress.get(store) ?? new Set();
  inProgress.set(store, running);
  if (running.has(key)) throw replayed();
  running.add(key); // before store.has(), which would return false for two simultaneous copies
  try {
    if (await store.has(attempt)) throw replayed();
  } catch (error) {
    running.delete(key);
    throw error;
  }
  return async (handle) => {
    try {
      const result = await handle();
      await store.add(attempt);
      return result;
    } finally {
      running.delete(key);
    }
  };
}

/**
 * Stores handled attempts until their timestamps are out of tolerance. A restart loses them.
 *
 * @param now Milliseconds since the Unix epoch; default: the system clock.
 */
export function createReplayMemory(now: () => number = systemNow): ReplayStore {
  const handled = new Map<string, number>();
  return {
    has: (attempt) => handled.has(attemptKey(attempt)),
    add: (attempt) => {
      handled.set(attemptKey(attempt), attempt.forgetAt);
      for (const [oldest, forgetAt] of handled) {
        if (handled.size <= MAX_ATTEMPTS && forgetAt >= now() / 1_000) break;
        handled.delete(oldest);
      }
    },
  };
}

const replayed = () => new WebhookVerificationError("webhook_replayed", "repeated_request");

/** By time too: each attempt is signed with a new timestamp, so a retry passes and a recorded request does not. */
const attemptKey = ({ webhookId, timestamp }: AuthenticatedHeaders) => `${timestamp}.${webhookId}`;

/** Milliseconds since the Unix epoch. */
export function systemNow(): number {
  // oxlint-disable-next-line no-restricted-properties -- the only place in the package that reads the clock
  return Date.now();
}
