/** Times as the API writes them: ISO 8601, UTC, milliseconds, `Z`. */

const DAY_MS = 86_400_000;
const TWO = Array.from({ length: 60 }, (_, n) => `${n}`.padStart(2, "0"));
const THREE = Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(3, "0"));

/** The day that was written last: a page of a list holds two hundred times of a few days. */
let known = { day: Number.NaN, text: "" };

/** @param at Whole milliseconds since the epoch. */
export function isoTime(at: number): string {
  const day = Math.floor(at / DAY_MS);
  if (day !== known.day) {
    known = { day, text: new Date(day * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length) };
  }
  const ms = at - day * DAY_MS;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${known.text}${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[ms % 1_000]}Z`;
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
