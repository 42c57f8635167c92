/** An export as CSV. */
import { cellReader, fieldCells, METADATA_COLUMNS } from "./csv-columns.ts";
import { csvHeader, csvLines } from "./csv-lines.ts";
import type { CsvStyle } from "./csv-lines.ts";
import { padRecords } from "./csv-padding.ts";
import type { CsvShape } from "./csv-shape.ts";
import { parseRecord } from "./row.ts";
import type { TextFormat } from "./text-format.ts";

/** Of known columns. */
export function csv(columns: readonly string[], style: CsvStyle): TextFormat {
  const cellsOf = cellReader(columns);
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
 * Of the union of all columns, in first-seen order. Each page has those that are known with it, the
 * first one the header as well; only if a later page brings more, all is written once again.
 */
export function unionCsv(style: CsvStyle): TextFormat {
  const known = new Set<string>();
  let shape: CsvShape = { columns: [], stretches: [], bytes: 0 };
  let cellsOf = cellReader([]);
  const goOn = (next: CsvShape) => {
    shape = next;
    for (const column of shape.columns) known.add(column);
    cellsOf = cellReader(shape.columns);
  };
  goOn({ ...shape, columns: METADATA_COLUMNS });
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
        goOn({ columns: [...known], stretches: [...stretches, stretch], bytes });
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
      goOn,
      get isNeeded() {
        return shape.stretches.length > 1;
      },
      async *bytes(written) {
        const { columns, stretches } = shape;
        yield Buffer.from(csvHeader(columns, style));
        yield* padRecords(written(stretches[0]?.from ?? 0), stretches, columns.length);
      },
    },
  };
}
