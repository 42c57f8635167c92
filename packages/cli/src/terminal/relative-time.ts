/** Times as people say them: `3h ago`, `in 5m`. */

const UNITS = [
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
] as const;
/** Further away a date says more. */
const MAX_MS = 30 * 86_400_000;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The distance of an ISO 8601 time from now, rounded down; its date (UTC) beyond 30 days. Other text unchanged. */
export function relativeTime(text: string, now: number): string {
  const time = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return text;
  const distance = Math.abs(now - time);
  if (distance > MAX_MS) return text.slice(0, 10);
  if (distance < 1_000) return "now";
  const [unit, ms] = UNITS.findLast((one) => distance >= one[1]) ?? UNITS[0];
  const amount = `${Math.floor(distance / ms)}${unit}`;
  return time > now ? `in ${amount}` : `${amount} ago`;
}
