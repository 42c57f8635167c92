/** Writes rows as CSV (RFC 4180). */

const BYTE_ORDER_MARK = "\uFEFF";
/** Characters that start a formula in spreadsheets, their full-width forms, and blanks that are skipped. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Includes a lone CR or LF, which some readers treat as the end of a row. */
const QUOTED = /[",\r\n]/;

export interface CsvStyle {
  /** Prefix cells that a spreadsheet would run as a formula with an apostrophe. */
  readonly guardFormulas: boolean;
  /** Start with a byte order mark, by which old spreadsheets detect UTF-8. */
  readonly bom: boolean;
}

export function csvLines(
  rows: readonly (readonly string[])[],
  { guardFormulas }: CsvStyle,
): string {
  let lines = "";
  for (const cells of rows) {
    let separator = "";
    // readers skip empty lines
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

/** The header line; field names are untrusted input too, so formulas are guarded in it. */
export function csvHeader(columns: readonly string[], style: CsvStyle): string {
  return (style.bom ? BYTE_ORDER_MARK : "") + csvLines([columns], style);
}
