/** Ranges of bytes on the wire (RFC 9110, 14). Pure. */

/** Both ends included; without `end`, up to the end of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/** The part of the file that a response contains, and the size of the file. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** The value of `Range`. */
export function rangeHeader({ start, end }: ByteRange): string {
  return `bytes=${start}-${end ?? ""}`;
}

/** The part that a response contains; `undefined` if it does not say, or if its body is encoded. */
export function contentRangeOf(
  status: number,
  headers: Readonly<Record<string, string>>,
): ContentRange | undefined {
  if (headers["content-encoding"] !== undefined) return undefined;
  if (status === 206) {
    const parts = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers["content-range"] ?? "");
    if (parts === null) return undefined;
    const [start = 0, end = 0, size = 0] = parts.slice(1).map(Number);
    return { start, end, size };
  }
  const length = headers["content-length"] ?? "";
  return /^\d{1,15}$/.test(length)
    ? { start: 0, end: Number(length) - 1, size: Number(length) }
    : undefined;
}
