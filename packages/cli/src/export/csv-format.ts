/** Formats an export as CSV (RFC 4180) or TSV, with the union of all columns or with chosen ones. */
import type { Submission } from "@intray/sdk";
import { csvColumns, fieldColumn, guardFormulas } from "@intray/sdk/columns";
import { cellOf } from "../records/fields.ts";
import { INCLUDABLE, type Includable } from "../records/submissions.ts";
import type { CsvShape, Stretch, TextFormat } from "./text-format.ts";
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
 * CSV with the union of all columns, those of `metadata` first, in first-seen order. Rows are written with the columns known so far,
 * below the header of the first page; if a later page has further columns, everything is rewritten at
 * the end.
 */
export function formatUnionCsv(style: CsvStyle, metadata: readonly string[]): TextFormat {
  const known = new Set<string>();
  let shape: CsvShape = { columns: [], stretches: [], bytes: 0 };
  let cellsOf = cellReader([]);
  const continueWith = (next: CsvShape) => {
    shape = next;
    // An export of an older version, with other columns of its own, is continued with those.
    known.clear();
    for (const column of shape.columns) known.add(column);
    cellsOf = cellReader(shape.columns);
  };
  continueWith({ ...shape, columns: metadata });
  return {
    begin: "",
    rows(page) {
      if (page.length === 0) return new Uint8Array();
      const rows = page.map(parseRecord).map((record) => ({ record, fields: fieldCells(record) }));
      for (const { fields } of rows) for (const column of fields.keys()) known.add(column);
      const { columns, stretches, bytes } = shape;
      const header = stretches.length === 0 ? csvHeader([...known], style) : "";
      if (stretches.length === 0 || known.size > columns.length) {
        const stretch = { from: bytes + Buffer.byteLength(header), cells: known.size };
        continueWith({ columns: [...known], stretches: [...stretches, stretch], bytes });
      }
      const lines = csvLines(
        rows.map(({ record, fields }) => cellsOf(record, fields)),
        style,
      );
      const written = Buffer.from(header + lines);
      shape = { ...shape, bytes: bytes + written.length };
      return written;
    },
    end: () => (shape.stretches.length === 0 ? csvHeader(shape.columns, style) : ""),
    rewrite: {
      get shape() {
        return shape;
      },
      continueWith,
      get isNeeded() {
        return shape.stretches.length > 1;
      },
      async *bytes(written) {
        const { columns, stretches } = shape;
        yield Buffer.from(csvHeader(columns, style));
        yield* padRecords(written(stretches[0]?.from ?? 0), stretches, {
          cells: columns.length,
          syntax: style.syntax,
        });
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

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

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
