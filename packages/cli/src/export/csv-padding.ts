/** Makes records of CSV as long as the longest: each gets the empty cells that it lacks at its end. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const LINE_END = Buffer.from("\r\n");

/** From this byte on, records have so many cells. */
export interface Stretch {
  readonly from: number;
  readonly cells: number;
}

/**
 * @param pieces Whole records in the form of `csvLines`, cut anywhere but within a line end.
 * @param stretches In order; the first one's `from` is where the first record begins in its file.
 * @param cells How many each record is to have.
 */
export async function* padRecords(
  pieces: AsyncIterable<Uint8Array>,
  stretches: readonly Stretch[],
  cells: number,
): AsyncGenerator<Uint8Array> {
  const lastFrom = stretches.find((stretch) => stretch.cells === cells)?.from ?? Infinity;
  let place = stretches[0]?.from ?? 0;
  let stretch = 0;
  let isQuoted = false;
  for await (const piece of pieces) {
    if (place >= lastFrom) {
      yield piece;
      continue;
    }
    const parts: Uint8Array[] = [];
    let done = 0;
    for (let at = 0; at < piece.length; at += 1) {
      if (piece[at] === QUOTE) isQuoted = !isQuoted;
      if (piece[at] !== LINE_FEED || isQuoted) continue;
      const missing = cells - (stretches[stretch]?.cells ?? cells);
      if (missing > 0) {
        parts.push(piece.subarray(done, at - 1), Buffer.alloc(missing, COMMA), LINE_END);
        done = at + 1;
      }
      const next = stretches[stretch + 1];
      if (next !== undefined && place + at + 1 >= next.from) stretch += 1;
    }
    place += piece.length;
    yield parts.length === 0 ? piece : Buffer.concat([...parts, piece.subarray(done)]);
  }
}
