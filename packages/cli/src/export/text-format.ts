/** Text formats of an export: ndjson and JSON. */
import type { Submission } from "@intray/sdk";
import { pickColumns, type ChosenColumn } from "../records/fields.ts";
import { parseRecord, type Plan, type Row } from "./pages.ts";

export interface TextFormat {
  /** Written before the first row. */
  readonly begin: string;
  /** The rows of a page. @param before The number of rows before the page. */
  rows(page: readonly Row[], before: number): Uint8Array;
  /** Written after the last row. */
  end(count: number, plan: Plan): string;
  /** For a format whose output may have to be rewritten after all rows are known. */
  readonly rewrite?: Rewrite;
}

export interface Rewrite {
  /** The state that is needed to continue after an interruption. */
  readonly shape: CsvShape;
  continueWith(shape: CsvShape): void;
  /** Whether the output must be rewritten. */
  readonly isNeeded: boolean;
  /** The rewritten output. @param written Reads the output from a position on. */
  bytes(written: (from: number) => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** Records from the byte `from` on have this number of cells. */
export type Stretch = { readonly from: number; readonly cells: number };

export interface CsvShape {
  /** In first-seen order. */
  readonly columns: readonly string[];
  /**
   * Where the number of cells per record grows, since a record has only the columns known when it was
   * written.
   */
  readonly stretches: readonly Stretch[];
  /** Written so far. */
  readonly bytes: number;
}

export type ChosenColumns = readonly ChosenColumn<Submission>[];

/** One JSON document per line. */
export const formatNdjson = (columns?: ChosenColumns): TextFormat => ({
  begin: "",
  rows: (page) => join(documents(page, columns), { first: "", between: "\n", last: "\n" }),
  end: () => "",
});

/** One document in the shape of the API's lists. */
export const formatJson = (columns?: ChosenColumns): TextFormat => ({
  begin: '{"submissions": [',
  rows: (page, before) =>
    join(documents(page, columns), {
      first: before === 0 ? "\n" : ",\n",
      between: ",\n",
      last: "",
    }),
  end: (count) => `],\n"meta": {"count": ${count}}}\n`,
});

/** The JSON of each row; without `columns` the bytes of the server, which are not parsed. */
function documents(
  page: readonly Row[],
  columns: ChosenColumns | undefined,
): readonly Uint8Array[] {
  if (columns === undefined) return page.map((row) => row.json);
  return page.map((row) => Buffer.from(JSON.stringify(pickColumns(parseRecord(row), columns))));
}

type Punctuation = { readonly first: string; readonly between: string; readonly last: string };

/** Joins documents; empty without any. The punctuation must be ASCII. */
function join(parts: readonly Uint8Array[], { first, between, last }: Punctuation): Uint8Array {
  if (parts.length === 0) return new Uint8Array();
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const punctuation = first.length + between.length * (parts.length - 1) + last.length;
  const whole = Buffer.allocUnsafeSlow(length + punctuation);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    at += whole.write(index === 0 ? first : between, at, "latin1");
    whole.set(part, at);
    at += part.length;
  }
  whole.write(last, at, "latin1");
  return whole;
}
