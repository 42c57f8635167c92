/** Pads CSV and TSV records with empty cells at their end, so that all have the same number of cells. */

import type { CsvSyntax } from "./csv-lines.ts";

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Records from the byte `from` on have this number of cells. */
export interface Stretch {
  readonly from: number;
  readonly cells: number;
}

/**
 * Yields the padded records.
 *
 * @param chunks Records written by `csvLines`, split anywhere except within a line end.
 * @param stretches In order; `from` of the first is the position of the first record in its file.
 * @param shape The number of cells of each padded record, and the syntax of the records.
 */
export async function* padRecords(
  chunks: AsyncIterable<Uint8Array>,
  stretches: readonly Stretch[],
  { cells, syntax }: { readonly cells: number; readonly syntax: CsvSyntax },
): AsyncGenerator<Uint8Array> {
  const { separator, lineEnd, hasQuotes } = syntax;
  const lastFrom = stretches.find((stretch) => stretch.cells === cells)?.from ?? Infinity;
  let position = stretches[0]?.from ?? 0;
  let stretch = 0;
  let isQuoted = false;
  for await (const chunk of chunks) {
    if (position >= lastFrom) {
      yield chunk;
      continue;
    }
    const parts: Uint8Array[] = [];
    let done = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (hasQuotes && chunk[at] === QUOTE) isQuoted = !isQuoted;
      if (chunk[at] !== LINE_FEED || isQuoted) continue;
      const missing = cells - (stretches[stretch]?.cells ?? cells);
      if (missing > 0) {
        const end = at + 1 - lineEnd.length;
        parts.push(chunk.subarray(done, end), Buffer.from(separator.repeat(missing) + lineEnd));
        done = at + 1;
      }
      const next = stretches[stretch + 1];
      if (next !== undefined && position + at + 1 >= next.from) stretch += 1;
    }
    position += chunk.length;
    yield parts.length === 0 ? chunk : Buffer.concat([...parts, chunk.subarray(done)]);
  }
}
