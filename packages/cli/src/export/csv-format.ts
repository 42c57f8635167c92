/** Formats an export as CSV or TSV. */
import { cellReader, fieldCells, namedColumn } from "./csv-columns.ts";
import { csvHeader, csvLines } from "./csv-lines.ts";
import type { CsvStyle } from "./csv-lines.ts";
import { padRecords } from "./csv-padding.ts";
import type { CsvShape } from "./csv-shape.ts";
import { parseRecord } from "./row.ts";
import type { TextFormat } from "./text-format.ts";

/** CSV with the columns of `--columns`, under the names that were given. */
export function csv(columns: readonly string[], style: CsvStyle): TextFormat {
  const cellsOf = cellReader(columns.map(namedColumn));
  return {
    begin: csvHeader(columns, style),
    rows(page) {
      const records = page.map(parseRecord);
      return Buffer.from(
        csvLines(
          records.map((record) => cellsOf(record, fieldCells(record))),
          style,
        ),
      );
    },
    end: () => "",
  };
}

/**
 * CSV with the union of all columns, those of `metadata` first, in first-seen order. Rows are written with the columns known so far,
 * below the header of the first page; if a later page has further columns, everything is rewritten at
 * the end.
 */
export function unionCsv(style: CsvStyle, metadata: readonly string[]): TextFormat {
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
