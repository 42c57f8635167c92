/** Formats records as lines of a table or as tab-separated values. */
import { displayWidth, truncateTo, padTo, escapeLine, tsvCell, relativeTime } from "./text.ts";

/** Rows that determine the column widths; later rows are truncated, so that any number can be streamed. */
const SAMPLE_ROWS = 100;
const GAP = "  ";
const MIN_WIDTH = 8;
/** Used when the columns do not fit at MIN_WIDTH. */
const MIN_NARROW_WIDTH = 4;

export type Cell = string | number | boolean | null | undefined;

export interface Column<Row> {
  readonly name: string;
  /**
   * `text` may be truncated in a table, `time` is an ISO 8601 time that a table shows relative to now. Without
   * a kind the cells are short, such as ids and states, and never truncated.
   */
  readonly kind?: "text" | "time";
  /** Shown in a table with --wide only; always part of tab-separated values. */
  readonly isWide?: boolean;
  value(row: Row): Cell;
}

export interface TableStyle {
  /** Columns of the terminal; Infinity truncates nothing. */
  readonly width: number;
  /** Milliseconds since the Unix epoch, for relative times. */
  readonly now: number;
  bold(text: string): string;
}

/** The text of a cell; empty for null and undefined. */
export const cellText = (value: Cell): string =>
  value === null || value === undefined ? "" : String(value);

/** A header and one line per row, with text truncated to the terminal's width. Nothing without rows. */
export async function* tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  style: TableStyle,
): AsyncGenerator<string> {
  const sample: string[][] = [];
  let widths: number[] | undefined;
  for await (const row of rows) {
    const cells = columns.map((column) => tableCell(column, row, style.now));
    if (widths !== undefined) {
      yield joinCells(columns, cells, widths);
    } else if (sample.push(cells) === SAMPLE_ROWS) {
      widths = columnWidths(columns, sample, style.width);
      yield* head(columns, sample, widths, style);
    }
  }
  if (widths === undefined && sample.length > 0) {
    yield* head(columns, sample, columnWidths(columns, sample, style.width), style);
  }
}

function tableCell<Row>(column: Column<Row>, row: Row, now: number): string {
  const text = cellText(column.value(row));
  return escapeLine(column.kind === "time" ? relativeTime(text, now) : text);
}

/** One line per row, cells separated by tabs; tabs, line breaks and backslashes are escaped. */
export async function* tsvLines<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  { hasHeader }: { readonly hasHeader: boolean },
): AsyncGenerator<string> {
  if (hasHeader) yield columns.map(({ name }) => tsvCell(name)).join("\t");
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
      columns,
      columns.map(({ name }) => escapeLine(name).toUpperCase()),
      widths,
    ),
  );
  for (const cells of sample) yield joinCells(columns, cells, widths);
}

/** Each column as wide as its widest cell; the widest columns of text are narrowed until all fit. */
function columnWidths<Row>(
  columns: readonly Column<Row>[],
  sample: readonly string[][],
  available: number,
): number[] {
  const widths = columns.map(({ name, kind }, i) => {
    const all = [displayWidth(name), ...sample.map((cells) => displayWidth(cells[i] ?? ""))];
    // no text gets more than the terminal's width
    return kind === "text" ? Math.min(Math.max(...all), available) : Math.max(...all);
  });
  const maxTotal = available - GAP.length * (columns.length - 1);
  const isText = columns.map(({ kind }) => kind === "text");
  narrow(widths, isText, { maxTotal, minWidth: MIN_WIDTH });
  narrow(widths, isText, { maxTotal, minWidth: MIN_NARROW_WIDTH });
  return widths;
}

/** Narrows the widest text until the sum is at most `maxTotal`, or no text is wider than `minWidth`. */
function narrow(
  widths: number[],
  isText: readonly boolean[],
  { maxTotal, minWidth }: { readonly maxTotal: number; readonly minWidth: number },
): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - maxTotal;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(0, ...widths.filter((_, i) => isText[i]));
    if (widest <= minWidth) return;
    widths[widths.findIndex((width, i) => isText[i] && width === widest)] = widest - 1;
  }
}

const joinCells = <Row>(
  columns: readonly Column<Row>[],
  cells: readonly string[],
  widths: readonly number[],
): string =>
  cells
    .map((cell, i) => {
      const width = widths[i] ?? 0;
      return padTo(columns[i]?.kind === "text" ? truncateTo(cell, width) : cell, width);
    })
    .join(GAP)
    .trimEnd();
