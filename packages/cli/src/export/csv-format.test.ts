import fc from "fast-check";
import { CSV, csvLines, TSV, padRecords } from "./csv-format.ts";

const plain = { isGuarded: false, bom: false, syntax: CSV };
const guarded = { isGuarded: true, bom: false, syntax: CSV };

/** A strict parser of RFC 4180: rows end with CRLF, quotes appear only in quoted cells. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let end = 0;
  for (const [whole, quoted, bare, separator] of text.matchAll(cell)) {
    row.push(quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'));
    end += whole.length;
    if (separator === "\r\n") {
      rows.push(row);
      row = [];
    }
  }
  expect(end).toBe(text.length);
  return rows;
}

describe("csvLines", () => {
  it("can be parsed back to the same cells by a strict parser", () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.stringMatching(/^[",\r\n=+@\t ;'-]{0,6}$/),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 })), (rows) => {
        expect(parseCsv(csvLines(rows, plain))).toEqual(rows);
      }),
    );
  });

  it("writes no empty lines, which readers skip", () => {
    expect(csvLines([[""], ["a"], [""]], plain)).toBe('""\r\na\r\n""\r\n');
  });

  it.each([
    ["x;=1+2;y", "x;'=1+2;y"],
    ["a\t@SUM(A1);-2", "a\t'@SUM(A1);'-2"],
    ["See you ;-) or ;+ or ; =1", "See you ;-) or ;+ or ; =1"],
  ])("keeps one that separates cells otherwise from running %j", (cell, safe) => {
    expect(parseCsv(csvLines([[cell]], guarded))).toEqual([[safe]]);
  });

  const wrong = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\r\n=1", "＝1"];
  it.each(wrong)("keeps a spreadsheet from running %j", (cell) => {
    expect(parseCsv(csvLines([[cell]], guarded))).toEqual([[`'${cell}`]]);
    expect(parseCsv(csvLines([[cell]], plain))).toEqual([[cell]]);
  });
});

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

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
}

it.each([
  ["CSV", CSV],
  ["TSV", TSV],
])(
  "padRecords gives the bytes of writing all records with all columns, as %s",
  async (_, syntax) => {
    const style = { isGuarded: false, bom: false, syntax };
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

          const got = await readText(
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
  },
);
