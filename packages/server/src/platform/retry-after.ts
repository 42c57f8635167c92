/** Parses `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. */

/** Returns milliseconds from `now`; `undefined` if the header is missing or cannot be parsed. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const zoned = /GMT$/i.test(text) ? text : `${text} GMT`;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
