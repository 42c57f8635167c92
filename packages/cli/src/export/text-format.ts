/** The formats of text: what stands before the rows, the rows of a page, what stands behind them. */
import type { Submission } from "@intray/sdk";
import { pickFields } from "../fields.ts";
import { cellsOf, collectColumns, METADATA_COLUMNS } from "./csv-columns.ts";
import { csvHeader, csvLines } from "./csv-lines.ts";
import type { CsvStyle } from "./csv-lines.ts";

export interface TextFormat {
  readonly begin: string;
  /** @param before How many rows there are already. */
  rows(page: readonly Submission[], before: number): string;
  end(count: number): string;
  /** For a format that can only be written once all rows were seen: what `rows` gave is laid aside. */
  readonly rewrite?: Rewrite;
}

interface Rewrite {
  /** A row that an earlier run laid aside. */
  see(row: Submission): void;
  /** The export, from all rows in order. */
  text(rows: AsyncIterable<Submission>): AsyncIterable<string>;
}

const ROWS_A_WRITE = 100;

/** One JSON document a line. */
export function ndjson(fields?: readonly string[]): TextFormat {
  return {
    begin: "",
    rows: (page) => page.map((row) => `${JSON.stringify(picked(row, fields))}\n`).join(""),
    end: () => "",
  };
}

/** One document in the shape of the API's lists. */
export function json(fields?: readonly string[]): TextFormat {
  return {
    begin: '{"submissions": [',
    rows(page, before) {
      if (page.length === 0) return "";
      const rows = page.map((row) => `\n${JSON.stringify(picked(row, fields))}`).join(",");
      return before === 0 ? rows : `,${rows}`;
    },
    end: (count) => `],\n"meta": {"count": ${count}}}\n`,
  };
}

/** CSV of known columns. */
export function csv(columns: readonly string[], style: CsvStyle): TextFormat {
  return {
    begin: csvHeader(columns, style),
    rows: (page) =>
      csvLines(
        page.map((row) => cellsOf(columns, row)),
        style,
      ),
    end: () => "",
  };
}

/** CSV of the union of all columns, in first-seen order. */
export function unionCsv(style: CsvStyle): TextFormat {
  const columns = new Set(METADATA_COLUMNS);
  const aside = ndjson();
  return {
    ...aside,
    rows(page, before) {
      for (const row of page) collectColumns(columns, row);
      return aside.rows(page, before);
    },
    rewrite: {
      see: (row) => collectColumns(columns, row),
      async *text(all) {
        const format = csv([...columns], style);
        yield format.begin;
        for await (const page of inPages(all)) yield format.rows(page, 0);
      },
    },
  };
}

async function* inPages(rows: AsyncIterable<Submission>): AsyncGenerator<readonly Submission[]> {
  let page: Submission[] = [];
  for await (const row of rows) {
    if (page.push(row) < ROWS_A_WRITE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function picked(row: Submission, fields: readonly string[] | undefined): object {
  return fields === undefined ? row : pickFields(row, fields);
}
