/** Parses the `Range` header of a file request (RFC 9110, section 14). */

/** Offsets of the first and last byte, both included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** `undefined` means the whole file: no range, several ranges, or a header that cannot be parsed. */
export function rangeOf(header: string | undefined, size: number): Range | "outside" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || (from === "" && Number(to) === 0)) return "outside";
  return end < start ? undefined : { start, end };
}
