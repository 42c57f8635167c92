/** Decides the next state of a delivery from the result of an attempt. Pure. */
import type { Decision } from "../domain/delivery/delivery-result.ts";
import { nextDelayMs } from "./backoff.ts";

export type Next =
  | { readonly state: "succeeded"; readonly reason: null; readonly next_attempt_at: null }
  | { readonly state: "queued"; readonly reason: null; readonly next_attempt_at: number }
  | {
      readonly state: "exhausted" | "blocked" | "canceled";
      readonly reason: string;
      readonly next_attempt_at: null;
    };

export interface AttemptContext {
  /** Counted attempts before this one. */
  readonly attemptsMade: number;
  readonly createdAt: number;
  readonly now: number;
  /** Returns a number in [0, 1), uniformly distributed; called if there is a next attempt. */
  readonly jitter: () => number;
  readonly schedule: readonly number[] | undefined;
}

export function decideNext(decision: Decision, context: AttemptContext): Next {
  switch (decision.result) {
    case "delivered":
      return { state: "succeeded", reason: null, next_attempt_at: null };
    case "aborted":
      return { state: "queued", reason: null, next_attempt_at: context.now };
    case "failed":
      return { state: decision.state, reason: decision.reason, next_attempt_at: null };
    case "retry":
      return afterFailure(decision, context);
  }
}

function afterFailure(
  { reason, isPressed, retryAfterMs }: Decision & { readonly result: "retry" },
  { attemptsMade, createdAt, now, jitter, schedule }: AttemptContext,
): Next {
  const delay = nextDelayMs(
    {
      attemptsMade: attemptsMade + 1,
      ageMs: now - createdAt,
      jitter: jitter(),
      retryAfterMs,
      isPressed,
    },
    schedule,
  );
  return delay === undefined
    ? { state: "exhausted", reason, next_attempt_at: null }
    : { state: "queued", reason: null, next_attempt_at: now + delay };
}
