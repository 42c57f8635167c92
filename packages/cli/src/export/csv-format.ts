/** Formats an export as CSV (RFC 4180) or TSV, with the union of all columns or with chosen ones. */
import type { Submission } from "@intray/sdk";
import { csvColumns, fieldColumn, guardFormulas } from "@intray/sdk/columns";
import { cellOf } from "../records/fields.ts";
import { INCLUDABLE, type Includable } from "../records/submissions.ts";
import { linesOf, type TextFormat } from "./text-format.ts";
import { parseRecord } from "./pages.ts";
import { cellText, type Column } from "../terminal/table.ts";
import { tsvCell } from "../terminal/text.ts";

export function formatCsv(columns: readonly Column<Submission>[], style: CsvStyle): TextFormat {
  const cellsOf = (record: Submission) => columns.map((column) => cellText(column.value(record)));
  return {
    begin: csvHeader(
      columns.map(({ name }) => name),
      style,
    ),
    rows: (page) => Buffer.from(csvLines(page.map(parseRecord).map(cellsOf), style)),
    end: () => "",
  };
}

/**
 * CSV with the union of all columns, those of `metadata` first, in first-seen order. Until all columns are known, rows
 * are kept as lists of the cells in the columns known so far.
 */
export function formatUnionCsv(style: CsvStyle, metadata: readonly string[]): TextFormat {
  const columns = new Set(metadata);
  let cellsOf = cellReader(metadata);
  return {
    begin: "",
    rows(page) {
      const rows = page.map(parseRecord).map((record) => ({ record, fields: fieldCells(record) }));
      const before = columns.size;
      for (const { fields } of rows) for (const column of fields.keys()) columns.add(column);
      if (columns.size > before) cellsOf = cellReader([...columns]);
      const lines = rows.map(
        ({ record, fields }) => `${JSON.stringify(cellsOf(record, fields))}\n`,
      );
      return Buffer.from(lines.join(""));
    },
    end: () => "",
    rewrite: {
      get columns() {
        return [...columns];
      },
      continueWith(known) {
        // an export of an older version, with other columns of its own, is continued with those
        columns.clear();
        for (const column of known) columns.add(column);
        cellsOf = cellReader(known);
      },
      async *bytes(written) {
        yield Buffer.from(csvHeader([...columns], style));
        const empty = Array<string>(columns.size).fill("");
        for await (const chunk of written) {
          const rows = linesOf(chunk).map((line) => {
            const cells = JSON.parse(line) as string[];
            return cells.concat(empty.slice(cells.length));
          });
          yield Buffer.from(csvLines(rows, style));
        }
      },
    },
  };
}

/** Those of the columns that an export with these records included has; those of other records would be empty. */
export function metadataColumns(
  columns: readonly string[],
  include: readonly Includable[],
): readonly string[] {
  const absent = INCLUDABLE.filter((name) => !include.includes(name)).map((name) => `_${name}`);
  return columns.filter((column) => !absent.includes(column));
}

export type FieldCells = ReadonlyMap<string, string>;

/** The cells of the form fields; several values of one name share a cell. */
export function fieldCells({ form_params }: Submission): FieldCells {
  const fields = new Map<string, string>();
  for (const { name, value } of form_params) {
    const column = fieldColumn(name);
    const text = typeof value === "string" ? value : String(cellOf(value) ?? "");
    const before = fields.get(column);
    fields.set(column, before === undefined ? text : `${before}, ${text}`);
  }
  return fields;
}

/** Returns a function that reads the cells of a submission; empty for missing fields. */
function cellReader(
  columns: readonly string[],
): (submission: Submission, fields: FieldCells) => string[] {
  const read = columns.map((column) => csvColumns.get(column));
  return (submission, fields) =>
    columns.map((column, index) => read[index]?.(submission) ?? fields.get(column) ?? "");
}

const BYTE_ORDER_MARK = "\uFEFF";
/** Includes a lone CR or LF, which some readers treat as the end of a row. */
const QUOTED = /[",\r\n]/;

interface CsvSyntax {
  readonly separator: "," | "\t";
  readonly lineEnd: "\r\n" | "\n";
  /** Whether cells with separators and line breaks are quoted; otherwise those are escaped. */
  readonly hasQuotes: boolean;
}

export const CSV: CsvSyntax = { separator: ",", lineEnd: "\r\n", hasQuotes: true };
export const TSV: CsvSyntax = { separator: "\t", lineEnd: "\n", hasQuotes: false };

interface CsvStyle {
  readonly syntax: CsvSyntax;
  /** See {@link guardFormulas}. */
  readonly isGuarded: boolean;
  /** Start with a byte order mark, by which old spreadsheets detect UTF-8. */
  readonly bom: boolean;
}

export function csvLines(
  rows: readonly (readonly string[])[],
  { isGuarded, syntax }: CsvStyle,
): string {
  const write = syntax.hasQuotes ? quote : tsvCell;
  let lines = "";
  for (const cells of rows) {
    let separator = "";
    // readers skip empty lines
    if (syntax.hasQuotes && cells.length === 1 && cells[0] === "") lines += '""';
    for (const cell of cells) {
      lines += separator + write(isGuarded ? guardFormulas(cell) : cell);
      ({ separator } = syntax);
    }
    lines += syntax.lineEnd;
  }
  return lines;
}

const quote = (text: string) => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The header line; field names are untrusted input too, so formulas are guarded in it. */
export const csvHeader = (columns: readonly string[], style: CsvStyle): string =>
  (style.bom ? BYTE_ORDER_MARK : "") + csvLines([columns], style);
