/** The part of a file that `Range` asks for (RFC 9110, section 14). */

/** First and last byte, both included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** `undefined` = the whole: no Range, several, or one that cannot be read. */
export function rangeOf(header: string | undefined, size: number): Range | "outside" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || (from === "" && Number(to) === 0)) return "outside";
  return end < start ? undefined : { start, end };
}
