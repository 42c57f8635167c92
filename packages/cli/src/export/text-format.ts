/** The formats of text: what stands before the rows, the rows of a page, what stands behind them. */
import type { Submission } from "@intray/sdk";
import { pickFields } from "../fields.ts";
import {
  cellsOf,
  collectColumns,
  type LooseCells,
  looseCells,
  METADATA_COLUMNS,
  placedCells,
} from "./csv-columns.ts";
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

/** Its lines are those that `rows` gave, without their ends. */
interface Rewrite {
  /** Lines that an earlier run laid aside. */
  see(lines: readonly string[]): void;
  /** The export, from all lines in order. */
  text(lines: AsyncIterable<readonly string[]>): AsyncIterable<string>;
}

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

/** CSV of the union of all columns, in first-seen order. `pageDone` is told of stretches read back. */
export function unionCsv(style: CsvStyle, pageDone: () => void): TextFormat {
  const columns = new Set(METADATA_COLUMNS);
  return {
    begin: "",
    rows: (page) =>
      page
        .map((row) => {
          const cells = looseCells(row);
          collectColumns(columns, cells);
          return `${JSON.stringify(cells)}\n`;
        })
        .join(""),
    end: () => "",
    rewrite: {
      see(lines) {
        for (const line of lines) collectColumns(columns, parseCells(line));
      },
      async *text(all) {
        const places = new Map([...columns].map((column, place) => [column, place]));
        yield csvHeader([...columns], style);
        for await (const lines of all) {
          yield csvLines(
            lines.map((line) => placedCells(places, parseCells(line))),
            style,
          );
          pageDone();
        }
      },
    },
  };
}

/** Of a line of our own. */
function parseCells(line: string): LooseCells {
  return JSON.parse(line) as LooseCells;
}

function picked(row: Submission, fields: readonly string[] | undefined): object {
  return fields === undefined ? row : pickFields(row, fields);
}
