/** Counts and percentages as text. */

/** Returns the number with its noun: "1 file", "1,200 files". */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Returns a share in percent: "9%". Only a share of nothing is "0%" and only all is "100%". */
export function percentage(part: number, all: number): string {
  if (all === 0 || part === 0) return "0%";
  const percent = (part / all) * 100;
  return percent < 1 ? "under 1%" : `${percent > 99 && part < all ? 99 : Math.round(percent)}%`;
}
