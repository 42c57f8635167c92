/** The header Retry-After (RFC 9110, 10.2.3). Pure. */

/** Parses seconds or a date to milliseconds from now; `undefined` if missing or invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
