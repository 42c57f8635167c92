/** The result of one attempt at a delivery: all that the outbox knows of what a receiver answered. */
import type { DeliveryErrorCode } from "./delivery.ts";

/** One result for every kind of destination; the kind reads the answer. A failure is never thrown. */
export type DeliveryResult = AttemptReport & Decision;

export interface AttemptReport extends AttemptTiming {
  /** The number that the receiver answered with, such as 503 of HTTP or 450 of SMTP; `null` if it did not. */
  readonly status: number | null;
  /** `null` if the delivery was accepted or aborted. */
  readonly errorCode: DeliveryErrorCode | null;
  /** What the receiver said, or the detail of an error. */
  readonly excerpt: string | null;
  /** What it says about the receiver, for the circuit of its origin. */
  readonly receiver: "responds" | "hangs" | "unknown";
}

export interface AttemptTiming {
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly remoteIp: string | null;
}

export type Decision =
  | { readonly result: "delivered" }
  /** Another attempt may succeed. */
  | {
      readonly result: "retry";
      readonly reason: string;
      /** The receiver is under pressure: the next attempt is made after 60 s or later. */
      readonly isPressed: boolean;
      readonly retryAfterMs: number | undefined;
    }
  /** Every other attempt would fail too. */
  | {
      readonly result: "failed";
      readonly state: "exhausted" | "blocked";
      readonly reason: string;
      /** The receiver takes nothing more at this address. */
      readonly isGone: boolean;
    }
  /** Aborted by the shutdown of this server, or not tried in time; does not count as an attempt. */
  | { readonly result: "aborted" };

/** A failure that no other attempt can change. */
export const failFor = (
  reason: string,
  {
    state = "exhausted",
    isGone = false,
  }: { state?: "exhausted" | "blocked"; isGone?: boolean } = {},
): Decision => ({ result: "failed", state, reason, isGone });

export const abortedResult = (timing: AttemptTiming): DeliveryResult => ({
  ...timing,
  result: "aborted",
  status: null,
  errorCode: null,
  excerpt: null,
  receiver: "unknown",
});

/** The attempt ended without an answer. */
export const unansweredResult = (
  timing: AttemptTiming,
  { errorCode, excerpt }: { readonly errorCode: DeliveryErrorCode; readonly excerpt: string },
): DeliveryResult => ({
  ...timing,
  result: "retry",
  reason: errorCode,
  isPressed: errorCode === "timeout",
  retryAfterMs: undefined,
  status: null,
  errorCode,
  excerpt,
  receiver: RECEIVER_AFTER[errorCode] ?? "unknown",
});

const RECEIVER_AFTER: Partial<Record<DeliveryErrorCode, AttemptReport["receiver"]>> = {
  timeout: "hangs",
  connection_refused: "hangs",
  // It also responds if it breaks a connection off, or speaks TLS badly: such an attempt takes no time.
  connection_reset: "responds",
  tls_error: "responds",
};
