/** A number with its noun. */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** How much of all, in words: "9 %". */
export function percentage(part: number, all: number): string {
  if (all === 0 || part === 0) return "0 %";
  const percent = (part / all) * 100;
  return percent < 1 ? "under 1 %" : `${percent > 99 && part < all ? 99 : Math.round(percent)} %`;
}
