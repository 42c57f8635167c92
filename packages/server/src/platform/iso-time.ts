/** Formats times for the API: ISO 8601 in UTC with milliseconds, such as 2026-01-31T12:00:00.000Z. */

const DAY_MS = 86_400_000;
const TWO = Array.from({ length: 60 }, (_, n) => `${n}`.padStart(2, "0"));
const THREE = Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(3, "0"));

/** The last formatted day: the times of a list page are mostly of a few days. */
let lastDay = { day: Number.NaN, text: "" };

/** @param at Whole milliseconds since the epoch. */
export function isoTime(at: number): string {
  const day = Math.floor(at / DAY_MS);
  if (day !== lastDay.day) {
    lastDay = { day, text: new Date(day * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length) };
  }
  const ms = at - day * DAY_MS;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${lastDay.text}${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[ms % 1_000]}Z`;
}

export const isoTimeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
