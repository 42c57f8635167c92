/** Decides the next state of a delivery from the result of an attempt. Pure. */
import type { AttemptResult } from "../domain/delivery.ts";
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

export interface Decision {
  readonly next: Next;
  /** Whether the attempt counts against the schedule; one that this server aborted does not. */
  readonly isCounted: boolean;
  /** The receiver answered 410 Gone: it no longer accepts deliveries. */
  readonly isGone: boolean;
  readonly httpStatus: number | null;
  readonly errorCode: string | null;
  readonly excerpt: string | null;
}

export interface AttemptContext {
  /** Counted attempts before this one. */
  readonly attemptsMade: number;
  readonly createdAt: number;
  readonly now: number;
  /** Returns a number in [0, 1), uniformly distributed; called if there is a next attempt. */
  readonly jitter: () => number;
  readonly schedule: readonly number[] | undefined;
  /** Whether a 410 ends the delivery and disables the webhook; otherwise it is an ordinary failure. */
  readonly believesGone: boolean;
}

export function decideNext(result: AttemptResult, context: AttemptContext): Decision {
  const plain = { isGone: false, httpStatus: null, errorCode: null, excerpt: null };
  switch (result.kind) {
    case "aborted":
      return {
        ...plain,
        next: { state: "queued", reason: null, next_attempt_at: context.now },
        isCounted: false,
      };
    case "blocked":
      return {
        ...plain,
        next: { state: "blocked", reason: result.detail, next_attempt_at: null },
        isCounted: true,
        errorCode: "blocked_address",
      };
    case "unrendered":
      return {
        ...plain,
        next: { state: "exhausted", reason: "render_failed", next_attempt_at: null },
        isCounted: true,
        errorCode: "render_failed",
        excerpt: result.detail,
      };
    case "failed":
      return {
        ...plain,
        next: afterFailure(context, {
          reason: result.errorCode,
          isPressed: result.errorCode === "timeout",
          retryAfterMs: undefined,
        }),
        isCounted: true,
        errorCode: result.errorCode,
        excerpt: result.detail,
      };
    case "answered": {
      const { status, excerpt } = result;
      const isSuccess = status >= 200 && status < 300;
      const answered = { ...plain, isCounted: true, httpStatus: status, excerpt };
      if (isSuccess) {
        return { ...answered, next: { state: "succeeded", reason: null, next_attempt_at: null } };
      }
      if (status === 410 && context.believesGone) {
        return {
          ...answered,
          isGone: true,
          errorCode: "http_status",
          next: { state: "exhausted", reason: "gone", next_attempt_at: null },
        };
      }
      return {
        ...answered,
        errorCode: "http_status",
        next: afterFailure(context, {
          reason: `http_${status}`,
          isPressed: status === 429,
          retryAfterMs: result.retryAfterMs,
        }),
      };
    }
  }
}

function afterFailure(
  { attemptsMade, createdAt, now, jitter, schedule }: AttemptContext,
  failure: {
    readonly reason: string;
    readonly isPressed: boolean;
    readonly retryAfterMs: number | undefined;
  },
): Next {
  const { reason, isPressed, retryAfterMs } = failure;
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
