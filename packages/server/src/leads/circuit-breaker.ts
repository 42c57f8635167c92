/**
 * A circuit breaker for the model. Closed: requests pass. Open: no request is sent, because each would wait
 * until its deadline. Half-open: one probe at a time finds out whether the model is back.
 */

export interface CircuitBreaker {
  /** How many more requests may start now, given those in flight. */
  allowedRequests(now: number, inFlight: number): number;
  /** The time at which an open breaker becomes half-open; `undefined` if it is not open. */
  openUntil(now: number): number | undefined;
  recordSuccess(): void;
  /** @param retryAfterMs The wait that the model requested, if any. */
  recordFailure(now: number, retryAfterMs: number | undefined): void;
}

const FAILURES_TO_OPEN = 3;
const MIN_OPEN_MS = 15_000;
const MAX_OPEN_MS = 300_000;

export function createCircuitBreaker(maxConcurrentRequests: number): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  const isTripped = () => failures >= FAILURES_TO_OPEN;
  return {
    allowedRequests(now, inFlight) {
      if (now < openUntil) return 0;
      // Tripped but no longer open means half-open: allow one probe.
      return Math.max(0, (isTripped() ? 1 : maxConcurrentRequests) - inFlight);
    },
    openUntil: (now) => (now < openUntil ? openUntil : undefined),
    recordSuccess() {
      failures = 0;
      openUntil = 0;
    },
    recordFailure(now, retryAfterMs) {
      failures += 1;
      const doubled = MIN_OPEN_MS * 2 ** Math.min(10, failures - FAILURES_TO_OPEN);
      const openMs = Math.max(isTripped() ? doubled : 0, retryAfterMs ?? 0);
      openUntil = Math.max(openUntil, now + Math.min(MAX_OPEN_MS, openMs));
    },
  };
}
