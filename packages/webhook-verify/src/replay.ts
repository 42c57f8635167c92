/** Replay protection: rejects attempts that are too old, or that were handled before. */
import { verificationError } from "./delivery-input.ts";
import { systemNow } from "./system-clock.ts";
import type { AuthenticatedHeaders } from "./verified-delivery.ts";

/** Recommended by Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300;

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
  if (!isFresh) throw verificationError("timestamp_outside_tolerance", "differing_clocks"); // also for a tolerance of NaN
  if (store === undefined) return async (handle) => handle();

  const attempt = { webhookId, timestamp, forgetAt: timestamp + toleranceSeconds };
  const key = `${timestamp}.${webhookId}`;
  const running = inProgress.get(store) ?? new Set();
  inProgress.set(store, running);
  if (running.has(key)) throw verificationError("webhook_replayed", "repeated_request");
  running.add(key); // before store.has(), which would return false for two simultaneous copies
  try {
    if (await store.has(attempt)) throw verificationError("webhook_replayed", "repeated_request");
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
