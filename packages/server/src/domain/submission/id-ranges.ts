/** Ids as text in which consecutive ones are a range: `3-1002,1010`. */

/** @param ids In ascending order, without duplicates. */
export function rangesOf(ids: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const id of ids) {
    const range = ranges.at(-1);
    if (range !== undefined && id === range[1] + 1) range[1] = id;
    else ranges.push([id, id]);
  }
  return ranges
    .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
    .join(",");
}

/** The ids that {@link rangesOf} was given. */
export function idsIn(ranges: string): readonly number[] {
  if (ranges === "") return [];
  return ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}
