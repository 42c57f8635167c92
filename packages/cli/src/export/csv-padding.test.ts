import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CSV, csvLines, TSV } from "./csv-lines.ts";
import { padRecords } from "./csv-padding.ts";

/** Splits after line feeds, like `fileChunks`. */
async function* split(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let begin = 0;
  for (const cut of cuts.toSorted((a, b) => a - b)) {
    const end = bytes.indexOf("\n", cut % Math.max(1, bytes.length)) + 1;
    if (end <= begin) continue;
    yield bytes.subarray(begin, end);
    begin = end;
  }
  yield bytes.subarray(begin);
}

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

describe("padRecords", () => {
  it.each([
    ["CSV", CSV],
    ["TSV", TSV],
  ])("gives the same bytes as writing all records with all columns, as %s", async (_, syntax) => {
    const style = { guardFormulas: false, bom: false, syntax };
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[",\r\n]{0,5}$/));
    const page = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(page),
        fc.array(fc.nat()),
        fc.nat(9),
        async (pages, cuts, before) => {
          const stretches: { from: number; cells: number }[] = [];
          const records: string[][] = [];
          // at least two, since a record of one empty cell is quoted; an export has more columns anyway
          let [written, cells] = ["", 2];
          for (const rows of pages) {
            const longest = Math.max(cells, ...rows.map((row) => row.length));
            if (stretches.length === 0 || longest > cells) {
              stretches.push({ from: before + Buffer.byteLength(written), cells: longest });
            }
            cells = longest;
            const filled = rows.map((row) => [
              ...row,
              ...Array<string>(cells - row.length).fill(""),
            ]);
            written += csvLines(filled, style);
            records.push(...rows);
          }

          const got = await text(
            padRecords(split(Buffer.from(written), cuts), stretches, { cells, syntax }),
          );

          const whole = records.map((row) => [
            ...row,
            ...Array<string>(cells - row.length).fill(""),
          ]);
          expect(got).toBe(csvLines(whole, style));
        },
      ),
    );
  });
});
