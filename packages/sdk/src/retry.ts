/** Which failures are worth another try, and when. Pure. */

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const RETRIED_STATUS = new Set([408, 429]);
const SAFE_METHODS = new Set(["GET", "HEAD", "PUT", "PATCH", "DELETE"]);
/** The connection was never made, so nothing can have happened. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** A refusal that may pass: the request itself is not at fault. */
export function isRetriedStatus(status: number): boolean {
  return RETRIED_STATUS.has(status) || (status >= 500 && status !== 501);
}

/**
 * Whether a request may be sent twice. A POST that may have arrived is sent again only under an
 * idempotency key that the caller chose, since a server may not remember keys yet.
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
  const most = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retry);
  return Math.max(retryAfterMs ?? 0, Math.round(random() * most));
}

/** Seconds or a date; `undefined` when there is none or it cannot be read. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
