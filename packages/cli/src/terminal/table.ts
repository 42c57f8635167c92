/** Records as lines of a table or of tab-separated values. */
import { displayWidth, truncateTo, padTo } from "./display-width.ts";
import { escapeLine, tsvCell } from "./escaping.ts";

/** Rows that are looked at for the widths of columns; later ones are cut to fit, so any number streams. */
const SAMPLE_ROWS = 100;
const GAP = "  ";
/** A column is not made narrower than this for the sake of others. */
const MIN_WIDTH = 8;
/** On a terminal so narrow that they do not fit at that. */
const MIN_COLUMN_WIDTH = 4;

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

/** What a cell shows; nothing for null and undefined. */
export function cellText(value: Cell): string {
  return value === null || value === undefined ? "" : String(value);
}

/** A header line, then a line a row, cut to the terminal's width. No rows give no lines. */
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

/** A line a row, cells parted by tabs; tabs, line breaks and backslashes in them are escaped. No header. */
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

/** Each column as wide as its widest cell; while they do not fit, the widest one gives way. */
function columnWidths<Row>(
  columns: readonly Column<Row>[],
  sample: readonly string[][],
  available: number,
): number[] {
  const widths = columns.map(({ name }, i) =>
    Math.max(displayWidth(name), ...sample.map((cells) => displayWidth(cells[i] ?? ""))),
  );
  const room = available - GAP.length * (columns.length - 1);
  narrow(widths, room, MIN_WIDTH);
  narrow(widths, room, MIN_COLUMN_WIDTH);
  return widths;
}

/** Takes from the widest until they fit, or none is wider than `least`. */
function narrow(widths: number[], room: number, least: number): void {
  for (;;) {
    const excess = widths.reduce((sum, width) => sum + width, 0) - room;
    const widest = Math.max(...widths);
    if (excess <= 0 || widest <= least) return;
    const second = Math.max(least, ...widths.filter((width) => width < widest));
    widths[widths.indexOf(widest)] = Math.max(
      second === widest ? widest - 1 : second,
      widest - excess,
      least,
    );
  }
}

function joinCells(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, i) => padTo(truncateTo(cell, widths[i] ?? 0), widths[i] ?? 0))
    .join(GAP)
    .trimEnd();
}
