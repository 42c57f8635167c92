/** Writes rows as CSV (RFC 4180), or as tab-separated values with escapes as in lists. */
import { tsvCell } from "../terminal/text.ts";

const BYTE_ORDER_MARK = "\uFEFF";
/** Characters that start a formula in spreadsheets, their full-width forms, and blanks that are skipped. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Includes a lone CR or LF, which some readers treat as the end of a row. */
const QUOTED = /[",\r\n]/;

/** What stands between cells and at the end of a row. */
export interface CsvSyntax {
  readonly separator: "," | "\t";
  readonly lineEnd: "\r\n" | "\n";
  /** Whether cells with separators and line breaks are quoted; otherwise those are escaped. */
  readonly hasQuotes: boolean;
}

export const CSV: CsvSyntax = { separator: ",", lineEnd: "\r\n", hasQuotes: true };
export const TSV: CsvSyntax = { separator: "\t", lineEnd: "\n", hasQuotes: false };

export interface CsvStyle {
  readonly syntax: CsvSyntax;
  /** Prefix cells that a spreadsheet would run as a formula with an apostrophe. */
  readonly guardFormulas: boolean;
  /** Start with a byte order mark, by which old spreadsheets detect UTF-8. */
  readonly bom: boolean;
}

export function csvLines(
  rows: readonly (readonly string[])[],
  { guardFormulas, syntax }: CsvStyle,
): string {
  const write = syntax.hasQuotes ? quoted : tsvCell;
  let lines = "";
  for (const cells of rows) {
    let separator = "";
    // readers skip empty lines
    if (syntax.hasQuotes && cells.length === 1 && cells[0] === "") lines += '""';
    for (const cell of cells) {
      lines += separator + write(guardFormulas && FORMULA.test(cell) ? `'${cell}` : cell);
      ({ separator } = syntax);
    }
    lines += syntax.lineEnd;
  }
  return lines;
}

function quoted(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The header line; field names are untrusted input too, so formulas are guarded in it. */
export function csvHeader(columns: readonly string[], style: CsvStyle): string {
  return (style.bom ? BYTE_ORDER_MARK : "") + csvLines([columns], style);
}
