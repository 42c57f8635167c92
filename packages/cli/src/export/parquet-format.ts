/** Formats an export as Parquet. Rows are kept as ndjson until all columns are known, then written as row groups. */
import type { Submission } from "@intray/sdk";
import { typedColumns, type ColumnKind } from "@intray/sdk/columns";
import type { BasicType } from "hyparquet-writer";
import { fieldCells, type FieldCells } from "./csv-format.ts";
import { parseRecord } from "./pages.ts";
import { formatNdjson, linesOf, type ChosenColumns, type TextFormat } from "./text-format.ts";

/** Of ndjson in a row group, which is held in memory about five times. */
const ROW_GROUP_BYTES = 4 * 1024 * 1024;

interface ParquetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly value: (
    submission: Submission,
    fields: FieldCells,
  ) => string | number | boolean | null | undefined;
}

/**
 * @param metadata Names of the submission's columns, which begin with an underscore.
 * @param chosen By `--columns`; otherwise the columns of `metadata`, and the form fields in first-seen order.
 */
export function formatParquet(
  metadata: readonly string[],
  chosen: ChosenColumns | undefined,
): TextFormat {
  const ndjson = formatNdjson();
  const fields = new Set<string>();
  const columns = () => (chosen === undefined ? unionOf(metadata, fields) : chosen.map(typed));
  return {
    ...ndjson,
    rows(page, before) {
      for (const row of page)
        for (const name of fieldCells(parseRecord(row)).keys()) fields.add(name);
      return ndjson.rows(page, before);
    },
    rewrite: {
      get columns() {
        return [...fields];
      },
      continueWith: (known) => known.forEach((name) => fields.add(name)),
      bytes: (written) => parquetBytes(written, columns()),
    },
  };
}

function unionOf(metadata: readonly string[], fields: ReadonlySet<string>): ParquetColumn[] {
  const ofFields = [...fields].map((name): ParquetColumn => {
    return { name, kind: "text", value: (_, cells) => cells.get(name) };
  });
  const renamed = typedColumns.map((column) => ({ ...column, name: `_${column.name}` }));
  return [...renamed.filter(({ name }) => metadata.includes(name)), ...ofFields];
}

/** A chosen column with the type that it has in the whole. */
function typed(column: ChosenColumns[number]): ParquetColumn {
  const { name, kind } = column;
  const whole = typedColumns.find((one) => [one.name, `_${one.name}`].includes(name));
  return whole === undefined
    ? { name, kind: kind ?? "text", value: (submission) => column.value(submission) }
    : { ...whole, name };
}

const TYPES = {
  integer: "INT64",
  number: "DOUBLE",
  flag: "BOOLEAN",
  time: "TIMESTAMP",
  text: "STRING",
} as const satisfies Record<ColumnKind, BasicType>;

/** @param written Lines of ndjson; each chunk ends with a line. */
async function* parquetBytes(
  written: AsyncIterable<Uint8Array>,
  columns: readonly ParquetColumn[],
): AsyncGenerator<Uint8Array> {
  // imported late, since other formats do not need it
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const empty = columns.map(({ name, kind }) => ({ name, type: TYPES[kind], data: [] }));
  const schema = schemaFromColumnData({ columnData: empty });
  const file = new ParquetWriter({ writer, schema, createdBy: "intray" });
  let group: Submission[] = [];
  let size = 0;
  const takeBytes = async (work: void | Promise<void>) => {
    await work;
    const bytes = writer.getBytes().slice();
    writer.index = size = 0;
    group = [];
    return bytes;
  };
  const writeGroup = () => {
    const cells = group.map(fieldCells);
    const data = ({ kind, value }: ParquetColumn) =>
      group.map((one, index) => valueOf(kind, value(one, cells[index] ?? new Map())));
    const columnData = columns.map((column) => ({ name: column.name, data: data(column) }));
    return takeBytes(file.write({ columnData, rowGroupSize: group.length }));
  };
  for await (const chunk of written) {
    for (const line of linesOf(chunk)) {
      group.push(JSON.parse(line) as Submission);
      size += line.length;
      if (size >= ROW_GROUP_BYTES) yield await writeGroup();
    }
  }
  if (group.length > 0) yield await writeGroup();
  yield await takeBytes(file.finish());
}

/** A value as the writer takes it; `null` for one that is missing or not of its kind, as a service may send. */
function valueOf(kind: ColumnKind, value: ReturnType<ParquetColumn["value"]>): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "text") return String(value);
  if (kind === "flag") return Boolean(value);
  if (kind === "time")
    return Number.isNaN(Date.parse(String(value))) ? null : new Date(String(value));
  if (kind === "integer") return Number.isSafeInteger(value) ? BigInt(Number(value)) : null;
  return typeof value === "number" ? value : null;
}
