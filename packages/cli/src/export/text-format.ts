/** The formats of text: what stands before the rows, the rows of a page, what stands behind them. */
import { pickFields } from "../records/fields.ts";
import type { CsvShape } from "./csv-shape.ts";
import { parseRecord } from "./row.ts";
import type { Row } from "./row.ts";

export interface TextFormat {
  readonly begin: string;
  /** @param before How many rows there are already. */
  rows(page: readonly Row[], before: number): Uint8Array;
  end(count: number): string;
  /** For a format that may turn out, once all rows were seen, not to be what it should have been. */
  readonly rewrite?: Rewrite;
}

export interface Rewrite {
  /** What it takes to go on with what was written so far. */
  readonly shape: CsvShape;
  /** Goes on with what an earlier run wrote. */
  goOn(shape: CsvShape): void;
  /** Whether what was written is not the export. */
  readonly isNeeded: boolean;
  /** The export. @param written Reads what was written, from a byte on. */
  bytes(written: (from: number) => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** One JSON document a line. */
export function ndjson(fields?: readonly string[]): TextFormat {
  return {
    begin: "",
    rows: (page) => joined(documents(page, fields), { first: "", between: "\n", last: "\n" }),
    end: () => "",
  };
}

/** One document in the shape of the API's lists. */
export function json(fields?: readonly string[]): TextFormat {
  return {
    begin: '{"submissions": [',
    rows: (page, before) =>
      joined(documents(page, fields), {
        first: before === 0 ? "\n" : ",\n",
        between: ",\n",
        last: "",
      }),
    end: (count) => `],\n"meta": {"count": ${count}}}\n`,
  };
}

/** Without `fields` they stay as they came, and nobody reads them. */
function documents(
  page: readonly Row[],
  fields: readonly string[] | undefined,
): readonly Uint8Array[] {
  if (fields === undefined) return page.map((row) => row.json);
  return page.map((row) => Buffer.from(JSON.stringify(pickFields(parseRecord(row), fields))));
}

interface Punctuation {
  readonly first: string;
  readonly between: string;
  readonly last: string;
}

/** Nothing where there are none. The text between is ASCII. */
function joined(pieces: readonly Uint8Array[], { first, between, last }: Punctuation): Uint8Array {
  if (pieces.length === 0) return new Uint8Array();
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const punctuation = first.length + between.length * (pieces.length - 1) + last.length;
  const whole = Buffer.allocUnsafeSlow(length + punctuation);
  let at = 0;
  for (const [place, piece] of pieces.entries()) {
    at += whole.write(place === 0 ? first : between, at, "latin1");
    whole.set(piece, at);
    at += piece.length;
  }
  whole.write(last, at, "latin1");
  return whole;
}
