/** Counts, percentages and durations as text. */

/** Returns the number with its noun: "1 file", "1,200 files". */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Returns a share in percent: "9%". Only a share of nothing is "0%" and only all is "100%". */
export function percentage(part: number, all: number): string {
  if (all === 0 || part === 0) return "0%";
  const percent = (part / all) * 100;
  return percent < 1 ? "under 1%" : `${percent > 99 && part < all ? 99 : Math.round(percent)}%`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats milliseconds: `38 ms`, `2.4 s`, `1 min 5 s`, `3 h 20 min`, `2 d`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < HOUR_MS) return inUnits(ms, [MINUTE_MS, "min"], [SECOND_MS, "s"]);
  if (ms < DAY_MS) return inUnits(ms, [HOUR_MS, "h"], [MINUTE_MS, "min"]);
  return inUnits(ms, [DAY_MS, "d"], [HOUR_MS, "h"]);
}

type Unit = readonly [ms: number, name: string];

function inUnits(ms: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest === 0 ? "" : ` ${rest} ${smallName}`}`;
}
