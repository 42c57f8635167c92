/** Which failures to retry, and after which delay. Pure. */
import { ConnectionError, TimeoutError } from "../errors.ts";
import type { Answer, AttemptResult } from "./exchange.ts";
import { isRejectedUnprocessed, parseRetryAfter, type ReadAnswer } from "./error-response.ts";

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
const RETRIED_STATUS = new Set([408, 429]);
const SAFE_METHODS = new Set(["GET", "HEAD", "PUT", "PATCH", "DELETE"]);
/** The connection was never opened, so the server cannot have received the request. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Whether the status may be temporary, so that the same request can succeed later. */
export const isRetriedStatus = (status: number): boolean =>
  RETRIED_STATUS.has(status) || (status >= 500 && status !== 501);

/** The retry after a failed attempt. */
export interface RetryPlan {
  readonly waitMs: number;
  /** Whether the request may be repeated without idempotency support of the server. */
  readonly isSafe: boolean;
}

interface RetryContext {
  readonly method: string;
  /** The caller set the idempotency key. */
  readonly hasOwnKey: boolean;
  /** Retries before this one. */
  readonly retry: number;
  readonly random: () => number;
  readonly now: number;
}

/** Returns `undefined` if a retry would not help. */
export function planRetry(
  outcome: AttemptResult<Answer | ReadAnswer>,
  { method, hasOwnKey, retry, random, now }: RetryContext,
): RetryPlan | undefined {
  if (outcome.kind === "broken") {
    const { error } = outcome;
    if (!(error instanceof ConnectionError || error instanceof TimeoutError)) return undefined;
    if (error instanceof ConnectionError && error.isPermanent) return undefined;
    const code = error instanceof ConnectionError ? error.code : undefined;
    const waitMs = retryDelayMs(retry, { random, retryAfterMs: undefined });
    return { waitMs, isSafe: mayRepeat(method, hasOwnKey, code) };
  }
  const { answer } = outcome;
  if (!("bytes" in answer) || !isRetriedStatus(answer.status)) return undefined;
  const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], now);
  const isSafe = mayRepeat(method, hasOwnKey) || isRejectedUnprocessed(answer);
  return { waitMs: retryDelayMs(retry, { random, retryAfterMs }), isSafe };
}

/**
 * Whether a request may be repeated on any server. For a POST that may have arrived, only with an
 * idempotency key that the caller set.
 */
export function mayRepeat(method: string, hasOwnKey: boolean, errorCode?: string): boolean {
  if (SAFE_METHODS.has(method) || hasOwnKey) return true;
  return errorCode !== undefined && NEVER_SENT.has(errorCode);
}

/** Full jitter over 0.5 s, doubled with each retry up to 8 s; at least `retryAfterMs`. */
export function retryDelayMs(
  retry: number,
  {
    random,
    retryAfterMs,
  }: { readonly random: () => number; readonly retryAfterMs: number | undefined },
): number {
  const maxMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
  return Math.max(retryAfterMs ?? 0, Math.round(random() * maxMs));
}
