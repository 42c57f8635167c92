/** Text formats of an export: ndjson and JSON. */
import type { Submission } from "@intray/sdk";
import { pickColumns, type ChosenColumn } from "../records/fields.ts";
import { parseRecord, type Row } from "./pages.ts";

export interface TextFormat {
  /** Written before the first row. */
  readonly begin: string;
  /** The rows of a page. @param before The number of rows before the page. */
  rows(page: readonly Row[], before: number): Uint8Array;
  /** Written after the last row. */
  end(count: number): string;
  /** For a format that is written once all rows, and so all columns, are known; until then, lines are kept. */
  readonly rewrite?: Rewrite;
}

export interface Rewrite {
  /** Those known so far, in first-seen order: what is needed to continue after an interruption. */
  readonly columns: readonly string[];
  continueWith(columns: readonly string[]): void;
  /** The output. @param written The lines that were kept; each chunk ends with a line. */
  bytes(written: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

export const linesOf = (chunk: Uint8Array): string[] =>
  Buffer.from(chunk).toString("utf8").split("\n").filter(Boolean);

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
