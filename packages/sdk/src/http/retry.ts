/** Which failures are worth another try, and when. Pure. */
import { ConnectionError, TimeoutError } from "../errors.ts";
import type { Answer, Try } from "./exchange.ts";
import { isTurnedAway, type ReadAnswer } from "./refusal.ts";
import { parseRetryAfter } from "./retry-after.ts";

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
const RETRIED_STATUS = new Set([408, 429]);
const SAFE_METHODS = new Set(["GET", "HEAD", "PUT", "PATCH", "DELETE"]);
/** The connection was never made, so nothing can have happened. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** A refusal that may pass: the request itself is not at fault. */
export function isRetriedStatus(status: number): boolean {
  return RETRIED_STATUS.has(status) || (status >= 500 && status !== 501);
}

/** What follows a try that failed. */
export interface Plan {
  readonly waitMs: number;
  /** Sending it twice does no harm; else only a server that remembers its key may get it again. */
  readonly isSafe: boolean;
}

interface Circumstances {
  readonly method: string;
  /** The caller chose the idempotency key. */
  readonly hasOwnKey: boolean;
  /** Retries before this one. */
  readonly retry: number;
  readonly random: () => number;
  readonly now: number;
}

/** `undefined` when another try would not help. */
export function planAfter(
  outcome: Try<Answer | ReadAnswer>,
  { method, hasOwnKey, retry, random, now }: Circumstances,
): Plan | undefined {
  if (outcome.kind === "broken") {
    const { error } = outcome;
    if (!(error instanceof ConnectionError || error instanceof TimeoutError)) return undefined;
    const code = error instanceof ConnectionError ? error.code : undefined;
    const waitMs = retryDelayMs(retry, { random, retryAfterMs: undefined });
    return { waitMs, isSafe: mayRepeat(method, hasOwnKey, code) };
  }
  const { answer } = outcome;
  if (!("bytes" in answer) || !isRetriedStatus(answer.status)) return undefined;
  const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], now);
  const isSafe = mayRepeat(method, hasOwnKey) || isTurnedAway(answer);
  return { waitMs: retryDelayMs(retry, { random, retryAfterMs }), isSafe };
}

/**
 * Whether a request may be sent twice whatever the server is. A POST that may have arrived is so
 * only under an idempotency key that the caller chose.
 */
export function mayRepeat(method: string, hasOwnKey: boolean, errorCode?: string): boolean {
  if (SAFE_METHODS.has(method) || hasOwnKey) return true;
  return errorCode !== undefined && NEVER_SENT.has(errorCode);
}

/** 0.5 s doubled up to 8 s, full jitter; at least what the server asked for. */
export function retryDelayMs(
  retry: number,
  {
    random,
    retryAfterMs,
  }: { readonly random: () => number; readonly retryAfterMs: number | undefined },
): number {
  const most = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
  return Math.max(retryAfterMs ?? 0, Math.round(random() * most));
}
