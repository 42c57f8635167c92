/** Formats records as lines of a table or as tab-separated values. */
import { displayWidth, truncateTo, padTo } from "./display-width.ts";
import { escapeLine, tsvCell } from "./escaping.ts";

/** Rows that determine the column widths; later rows are truncated, so that any number can be streamed. */
const SAMPLE_ROWS = 100;
const GAP = "  ";
const MIN_WIDTH = 8;
/** Used when the columns do not fit at MIN_WIDTH. */
const MIN_NARROW_WIDTH = 4;

export type Cell = string | number | boolean | null | undefined;

export interface Column<Row> {
  readonly name: string;
  value(row: Row): Cell;
}

export interface TableStyle {
  /** Columns of the terminal. */
  readonly width: number;
  bold(text: string): string;
}

/** The text of a cell; empty for null and undefined. */
export function cellText(value: Cell): string {
  return value === null || value === undefined ? "" : String(value);
}

/** A header and one line per row, truncated to the terminal's width. Nothing without rows. */
export async function* tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  style: TableStyle,
): AsyncGenerator<string> {
  const sample: string[][] = [];
  let widths: number[] | undefined;
  for await (const row of rows) {
    const cells = columns.map((column) => escapeLine(cellText(column.value(row))));
    if (widths !== undefined) {
      yield joinCells(cells, widths);
    } else if (sample.push(cells) === SAMPLE_ROWS) {
      widths = columnWidths(columns, sample, style.width);
      yield* head(columns, sample, widths, style);
    }
  }
  if (widths === undefined && sample.length > 0) {
    yield* head(columns, sample, columnWidths(columns, sample, style.width), style);
  }
}

/** One line per row, cells separated by tabs; tabs, line breaks and backslashes are escaped. No header. */
export async function* tsvLines<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<string> {
  for await (const row of rows) {
    yield columns.map((column) => tsvCell(cellText(column.value(row)))).join("\t");
  }
}

function* head<Row>(
  columns: readonly Column<Row>[],
  sample: readonly string[][],
  widths: readonly number[],
  style: TableStyle,
): Generator<string> {
  yield style.bold(
    joinCells(
      columns.map(({ name }) => escapeLine(name).toUpperCase()),
      widths,
    ),
  );
  for (const cells of sample) yield joinCells(cells, widths);
}

/** Each column as wide as its widest cell; the widest columns are narrowed until all fit. */
function columnWidths<Row>(
  columns: readonly Column<Row>[],
  sample: readonly string[][],
  available: number,
): number[] {
  const widths = columns.map(({ name }, i) =>
    Math.max(displayWidth(name), ...sample.map((cells) => displayWidth(cells[i] ?? ""))),
  );
  const maxTotal = available - GAP.length * (columns.length - 1);
  narrow(widths, maxTotal, MIN_WIDTH);
  narrow(widths, maxTotal, MIN_NARROW_WIDTH);
  return widths;
}

/** Narrows the widest column until the sum is at most `maxTotal`, or no column is wider than `minWidth`. */
function narrow(widths: number[], maxTotal: number, minWidth: number): void {
  for (;;) {
    const excess = widths.reduce((sum, width) => sum + width, 0) - maxTotal;
    const widest = Math.max(...widths);
    if (excess <= 0 || widest <= minWidth) return;
    const second = Math.max(minWidth, ...widths.filter((width) => width < widest));
    widths[widths.indexOf(widest)] = Math.max(
      second === widest ? widest - 1 : second,
      widest - excess,
      minWidth,
    );
  }
}

function joinCells(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, i) => padTo(truncateTo(cell, widths[i] ?? 0), widths[i] ?? 0))
    .join(GAP)
    .trimEnd();
}
