/** Chooses the format of an export by the name of its file, and tells of what kind an existing file is. */
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { type Failure, failure, tryOrUndefined } from "../errors/failure.ts";
import { cannotWrite } from "./output-file.ts";

export const EXPORT_FORMATS = ["ndjson", "json", "csv", "tsv", "sqlite", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const FORMAT_OF_EXTENSION: Readonly<Record<string, ExportFormat>> = {
  ".csv": "csv",
  ".tsv": "tsv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".sqlite": "sqlite",
  ".db": "sqlite",
  ".parquet": "parquet",
};

/** Enough for a header line; a longer first line of JSON is taken for ndjson. */
const SAMPLE_BYTES = 64 * 1_024;
/** The first bytes of files that are not text. */
const MAGIC = { sqlite: "SQLite format 3\0", parquet: "PAR1" } as const;

/** The format that the extension of a file stands for; `undefined` for any other. */
const formatOfName = (path: string) => FORMAT_OF_EXTENSION[extname(path).toLowerCase()];

/**
 * The format of an export: the given one, else by the name of the file, else ndjson for standard output.
 *
 * @throws Failure 2 for a name that does not say the format.
 */
export function chooseExportFormat(
  given: ExportFormat | undefined,
  file: string | undefined,
): ExportFormat {
  if (given !== undefined) return given;
  if (file === undefined) return "ndjson";
  const format = formatOfName(file);
  if (format !== undefined) return format;
  throw failure("unknown_format", `The name of ${file} does not say in which format to export.`, {
    hint: `Add --format ${EXPORT_FORMATS.join("|")}, or one of the extensions ${Object.keys(FORMAT_OF_EXTENSION).join(", ")}.`,
  });
}

/**
 * Refuses to replace a file of another kind: by its name, by its content, a text under a name that does not say
 * that it is a table, and an SQLite database of another program. An empty or missing file is fine.
 *
 * @param columns Columns of the export, if they were chosen.
 * @throws Failure 2 for a file of another kind; 74 when it cannot be read.
 */
export async function requireSameKind(
  path: string,
  format: ExportFormat,
  columns: string | undefined,
): Promise<void> {
  const sample = await readSample(path);
  if (sample === undefined || sample.length === 0) return;
  const named = formatOfName(path);
  const kind = kindOf(sample);
  if (kind !== format && !(kind === "text" && TEXTS.includes(format))) {
    throw otherKind(path, format, `contains ${DESCRIPTION[kind]}`);
  }
  if (named !== undefined && named !== format) {
    throw otherKind(path, format, `is named like a ${named} file`);
  }
  const isExport =
    kind === "sqlite"
      ? await isExportDatabase(path)
      : kind !== "text" || named !== undefined || startsLikeTable(sample, columns);
  if (!isExport) throw otherKind(path, format, `contains ${DESCRIPTION[kind]} that is no export`);
}

const otherKind = (path: string, format: ExportFormat, what: string): Failure =>
  failure(
    "other_kind",
    `${path} exists and ${what}, so an export as ${format} does not replace it.`,
    { hint: "Name another file or another --format, or add --force to replace it." },
  );

const TEXTS: readonly ExportFormat[] = ["csv", "tsv"];
type Kind = Exclude<ExportFormat, "csv" | "tsv"> | "text" | "binary";

const DESCRIPTION: Readonly<Record<Kind, string>> = {
  ndjson: "ndjson (a JSON document per line)",
  json: "JSON",
  sqlite: "an SQLite database",
  parquet: "a Parquet file",
  text: "text",
  binary: "something else",
};

function kindOf(sample: Buffer): Kind {
  const begin = sample.toString("latin1", 0, 16);
  for (const kind of ["sqlite", "parquet"] as const) if (begin.startsWith(MAGIC[kind])) return kind;
  if (sample.includes(0)) return "binary";
  const text = sample
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (!/^[[{]/.test(text)) return "text";
  const end = text.indexOf("\n");
  const line = end === -1 ? text : text.slice(0, end);
  const isWhole = end !== -1 || sample.length < SAMPLE_BYTES;
  return text.startsWith("{") && (!isWhole || isJson(line)) ? "ndjson" : "json";
}

/** Whether a text begins with the first column of an export, the chosen one or that of all. */
function startsLikeTable(sample: Buffer, columns = "_id"): boolean {
  const text = sample.toString("utf8").replace(/^\uFEFF/, "");
  const first = columns.split(",", 1).join("").trim();
  return text.startsWith(first) && /^(?:[,\t\r\n]|$)/.test(text.slice(first.length));
}

async function isExportDatabase(path: string): Promise<boolean> {
  const { hasExport } = await import("./sqlite-schema.ts");
  return hasExport(path);
}

const isJson = (line: string) => tryOrUndefined<unknown>(() => JSON.parse(line)) !== undefined;

/** The first bytes; `undefined` without a file. */
async function readSample(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw cannotWrite(path, error);
  }
}
