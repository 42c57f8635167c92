/** Rows of text as CSV (RFC 4180). */

const BYTE_ORDER_MARK = "\uFEFF";
/** What a spreadsheet begins a formula with, full-width forms included, and blanks that it skips. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A lone CR or LF too: readers take them for the end of a row. */
const QUOTED = /[",\r\n]/;

export interface CsvStyle {
  /** A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
  readonly guardFormulas: boolean;
  /** Begin with a byte order mark, which old spreadsheets need to see UTF-8. */
  readonly bom: boolean;
}

export function csvLines(
  rows: readonly (readonly string[])[],
  { guardFormulas }: CsvStyle,
): string {
  let lines = "";
  for (const cells of rows) {
    let separator = "";
    // Readers pass over a line with nothing on it.
    if (cells.length === 1 && cells[0] === "") lines += '""';
    for (const cell of cells) {
      const text = guardFormulas && FORMULA.test(cell) ? `'${cell}` : cell;
      lines += separator + (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
      separator = ",";
    }
    lines += "\r\n";
  }
  return lines;
}

/** The header line; field names are form input as well, so they are guarded alike. */
export function csvHeader(columns: readonly string[], style: CsvStyle): string {
  return (style.bom ? BYTE_ORDER_MARK : "") + csvLines([columns], style);
}
