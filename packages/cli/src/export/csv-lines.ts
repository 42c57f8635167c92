/** Rows of text as CSV (RFC 4180). */
import { stringify } from "csv-stringify/sync";

const BYTE_ORDER_MARK = "\uFEFF";

export interface CsvStyle {
  /** A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
  readonly guardFormulas: boolean;
  /** Begin with a byte order mark, which old spreadsheets need to see UTF-8. */
  readonly bom: boolean;
}

export function csvLines(rows: readonly (readonly string[])[], style: CsvStyle): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: "\r\n",
      // with a record_delimiter given, a lone CR or LF in a cell would go unquoted
      quote_record_delimiter: true,
      escape_formulas: style.guardFormulas,
    },
  );
}

/** The header line; field names are form input as well, so they are guarded alike. */
export function csvHeader(columns: readonly string[], style: CsvStyle): string {
  return (style.bom ? BYTE_ORDER_MARK : "") + csvLines([columns], style);
}
