/** How long an answer asks us to wait (RFC 9110, section 10.2.3): seconds, or a date. */

/** In milliseconds from `now`; `undefined` when it asks for nothing that can be read. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  const zoned = /GMT$/i.test(text) ? text : `${text} GMT`;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
