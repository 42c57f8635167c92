/**
 * A circuit breaker, for a model or a receiver. Closed: requests pass. Open: no request is sent, because each
 * would wait until its deadline. Half-open: one probe at a time finds out whether the other side is back.
 */
import { type MonotonicMs, plusMs } from "./clock.ts";

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

export interface CircuitBreakerOptions {
  /** While it is closed. */
  readonly maxConcurrentRequests: number;
  /** How long it is open the first time; doubled with each failed probe. */
  readonly minOpenMs: number;
  readonly maxOpenMs: number;
}

const FAILURES_TO_OPEN = 3;

export function createCircuitBreaker({
  maxConcurrentRequests,
  minOpenMs,
  maxOpenMs,
}: CircuitBreakerOptions) {
  let failures = 0;
  let openUntil: MonotonicMs | undefined;
  const isTripped = () => failures >= FAILURES_TO_OPEN;
  const isOpen = (now: MonotonicMs) => openUntil !== undefined && now < openUntil;
  return {
    /** Requests fail: it is open or half-open. */
    get isTripped() {
      return isTripped();
    },
    /** How many more requests may start now, given those in flight. */
    allowedRequests(now: MonotonicMs, inFlight: number) {
      if (isOpen(now)) return 0;
      // Tripped but no longer open means half-open: allow one probe.
      return Math.max(0, (isTripped() ? 1 : maxConcurrentRequests) - inFlight);
    },
    /** The time at which an open breaker becomes half-open; `undefined` if it is not open. */
    openUntil: (now: MonotonicMs) => (isOpen(now) ? openUntil : undefined),
    /** An open one becomes half-open now. */
    halfOpen(now: MonotonicMs) {
      if (isTripped() && isOpen(now)) openUntil = now;
    },
    recordSuccess() {
      failures = 0;
      openUntil = undefined;
    },
    /** @param retryAfterMs The wait that the other side requested, if any. */
    recordFailure(now: MonotonicMs, retryAfterMs: number | undefined) {
      failures += 1;
      const doubled = minOpenMs * 2 ** Math.min(10, failures - FAILURES_TO_OPEN);
      const openMs = Math.max(isTripped() ? doubled : 0, retryAfterMs ?? 0);
      const until = plusMs(now, Math.min(maxOpenMs, openMs));
      if (openUntil === undefined || openUntil < until) openUntil = until;
    },
  };
}
