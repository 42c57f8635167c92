/** Flags of `submissions export`, and their valid combinations. */
import * as Flags from "@oclif/core/flags";
import type { InferredFlags } from "@oclif/core/interfaces";
import { type Failure, usageFailure } from "../errors/failure.ts";
import { chooseExportFormat, EXPORT_FORMATS, type ExportFormat } from "./file-kind.ts";
import { INCLUDABLE, includeFlag, includeOf, filterFlags } from "../records/submissions.ts";

export const exportFlags = {
  ...filterFlags,
  output: Flags.string({
    char: "o",
    helpValue: "FILE",
    description:
      "File to write, whose extension says the format; - for standard output. Default: standard output.",
  }),
  format: Flags.option({
    options: EXPORT_FORMATS,
    description:
      "Output format. Default: by the file's name, ndjson for standard output. sqlite: a database with tables submission, field, tag and attachment, and note and reply for --include. parquet: one table for DuckDB, pandas and warehouses, with the columns of CSV and types.",
  })(),
  force: Flags.boolean({
    description: "Replace a file of another kind, such as a CSV file by ndjson.",
  }),
  include: includeFlag,
  columns: Flags.string({
    helpValue: "A,B,C",
    description:
      "Only these columns: names as in the list, in CSV, TSV and Parquet also those of their header, such as _created_at. Default: all, in first-seen order.",
  }),
  "no-formula-guard": Flags.boolean({
    description: "CSV, TSV: do not prefix cells that a spreadsheet would run as formulas.",
  }),
  bom: Flags.boolean({
    description: "CSV, TSV: start with a byte order mark, for old spreadsheets.",
  }),
  attachments: Flags.string({
    helpValue: "DIR",
    description:
      "Also save attached files in this folder; existing files are not downloaded again.",
  }),
  resume: Flags.boolean({
    description: "Resume an interrupted export to the same file.",
    exclusive: ["incremental"],
  }),
  incremental: Flags.boolean({
    description:
      "ndjson, sqlite: add what is new to an existing export, and mark what was deleted since the last run. sqlite also updates changed submissions of the last 10 s, or since --since.",
  }),
};

export type ExportFlags = InferredFlags<typeof exportFlags>;

export type FormattedExportFlags = ExportFlags & { readonly format: ExportFormat };

/** The file to write; `undefined` for standard output. */
export const outputFile = ({ output }: Pick<ExportFlags, "output">): string | undefined =>
  output === "-" ? undefined : output;

/** Chooses the format. Throws Failure 2 for flags that cannot be combined, and without a format. */
export function checkExportFlags(given: ExportFlags, isJson: boolean): FormattedExportFlags {
  const flags = { ...given, format: chooseExportFormat(given.format, outputFile(given)) };
  const { format, columns, incremental, resume } = flags;
  const isCsv = format === "csv" || format === "tsv";
  const isStdout = outputFile(flags) === undefined;
  if ((flags["no-formula-guard"] || flags.bom) && !isCsv) {
    throw usageError("--no-formula-guard and --bom require --format csv or tsv.");
  }
  if (columns !== undefined && format === "sqlite") {
    throw usageError("--columns does not work with --format sqlite, whose tables are fixed.");
  }
  requireIncluded(flags);
  if (incremental && format !== "ndjson" && format !== "sqlite") {
    throw usageError(
      `--incremental requires --format ndjson or sqlite; rows cannot be added to a ${format} file.`,
    );
  }
  if (isStdout && (incremental || resume || format === "sqlite" || format === "parquet")) {
    throw usageError("--incremental, --resume and --format sqlite or parquet require a file.");
  }
  if (isStdout && isJson) {
    throw usageError("--json prints a report on standard output, so the export must go to a file.");
  }
  return flags;
}

/** Throws Failure 2 for notes or replies that are selected but not included: they would be empty. */
function requireIncluded({ columns = "", include }: ExportFlags): void {
  const included = includeOf(include).include ?? [];
  const selected = columns.split(",").map((column) => column.trim().split(".", 1)[0]);
  const missing = INCLUDABLE.find(
    (name) =>
      !included.includes(name) && (selected.includes(name) || selected.includes(`_${name}`)),
  );
  if (missing === undefined) return;
  throw usageFailure(
    `The ${missing} of submissions are exported only with --include ${missing}.`,
    `Add --include ${missing}.`,
  );
}

const usageError = (message: string): Failure =>
  usageFailure(message, "Remove a flag, or name a file with -o.");
