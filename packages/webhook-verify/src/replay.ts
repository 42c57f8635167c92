/** Keeps recorded requests from being sent again: by the timestamp's age, and by what was handled. */
import { refusal } from "./delivery-input.ts";
import { systemNow } from "./system-clock.ts";
import type { AuthenticatedHeaders } from "./verified-delivery.ts";

/** What Standard Webhooks suggests. */
const DEFAULT_TOLERANCE_SECONDS = 300;

/** One signed attempt. Intray signs each attempt anew, so a retry has another timestamp. */
export interface SignedAttempt extends AuthenticatedHeaders {
  /** From this second since the Unix epoch on, its age alone refuses it, and a store may forget it. */
  readonly forgetAt: number;
}

/** Where handled attempts are remembered: a table or a cache that all processes of a receiver share. */
export interface ReplayStore {
  readonly has: (attempt: SignedAttempt) => boolean | Promise<boolean>;
  /** Called once the handler has succeeded, never before: a delivery that failed has to come again. */
  readonly add: (attempt: SignedAttempt) => unknown;
}

export interface ReplayPolicy {
  /** How far a timestamp may be from now, either way; 300 unless given. */
  readonly toleranceSeconds?: number;
  /** Without one, a request may be sent again until its timestamp is too old. */
  readonly store?: ReplayStore;
  /** Milliseconds since the Unix epoch; the system's clock unless given. */
  readonly now?: () => number;
}

/** Attempts whose handler has not ended: no store knows them yet. */
const underWay = new WeakMap<ReplayStore, Set<string>>();

/**
 * Checks that an attempt is fresh and new.
 *
 * @returns What runs its handler, remembers the attempt when that succeeds, and gives its result.
 * @throws WebhookVerificationError for an attempt that is too old, too new, handled, or being handled.
 */
export async function admit(
  { webhookId, timestamp }: AuthenticatedHeaders,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, store, now = systemNow }: ReplayPolicy,
): Promise<<Result>(handle: () => Result | Promise<Result>) => Promise<Result>> {
  const isFresh = Math.abs(now() / 1_000 - timestamp) <= toleranceSeconds;
  if (!isFresh) throw refusal("timestamp_outside_tolerance", "differing_clocks"); // also for a tolerance of NaN
  if (store === undefined) return async (handle) => handle();

  const attempt = { webhookId, timestamp, forgetAt: timestamp + toleranceSeconds };
  const key = `${timestamp}.${webhookId}`;
  const open = underWay.get(store) ?? new Set();
  underWay.set(store, open);
  if (open.has(key)) throw refusal("webhook_replayed", "repeated_request");
  open.add(key); // before the store is asked: two that come at once would both be told "no"
  try {
    if (await store.has(attempt)) throw refusal("webhook_replayed", "repeated_request");
  } catch (error) {
    open.delete(key);
    throw error;
  }
  return async (handle) => {
    try {
      const result = await handle();
      await store.add(attempt);
      return result;
    } finally {
      open.delete(key);
    }
  };
}
