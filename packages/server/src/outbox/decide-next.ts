/** Decides the next state of a delivery from what an answer means. Pure. */
import type { Meaning } from "../domain/delivery/delivery.ts";
import { nextDelayMs } from "./backoff.ts";

/** The next state of a delivery. */
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

export function decideNext(meaning: Meaning, context: AttemptContext): Next {
  switch (meaning.kind) {
    case "succeeded":
      return { state: "succeeded", reason: null, next_attempt_at: null };
    case "aborted":
      return { state: "queued", reason: null, next_attempt_at: context.now };
    case "failed":
      return { state: meaning.state, reason: meaning.reason, next_attempt_at: null };
    case "gone":
      return { state: "exhausted", reason: meaning.reason, next_attempt_at: null };
    case "retry":
    case "pressed":
      return afterFailure(meaning, context);
  }
}

function afterFailure(
  { kind, reason, retryAfterMs }: Meaning & { readonly kind: "retry" | "pressed" },
  { attemptsMade, createdAt, now, jitter, schedule }: AttemptContext,
): Next {
  const delay = nextDelayMs(
    {
      attemptsMade: attemptsMade + 1,
      ageMs: now - createdAt,
      jitter: jitter(),
      retryAfterMs,
      isPressed: kind === "pressed",
    },
    schedule,
  );
  return delay === undefined
    ? { state: "exhausted", reason, next_attempt_at: null }
    : { state: "queued", reason: null, next_attempt_at: now + delay };
}
