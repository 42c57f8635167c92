import fc from "fast-check";
import { CSV, csvLines } from "./csv-format.ts";

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
