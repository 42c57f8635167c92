/** Flags of `submissions export`, and their valid combinations. */
import * as Flags from "@oclif/core/flags";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { filterFlags } from "../flags/submission-filter.ts";
import type { SubmissionFilterFlags } from "../flags/submission-filter.ts";

export const exportFlags = {
  ...filterFlags,
  output: Flags.string({
    char: "o",
    helpValue: "FILE",
    description: "File to write; - for standard output. Default: standard output.",
  }),
  format: Flags.option({
    options: ["ndjson", "json", "csv", "sqlite"] as const,
    default: "ndjson" as const,
    description: "Output format. sqlite: a database with tables submission, field and attachment.",
  })(),
  fields: Flags.string({
    helpValue: "A,B.C",
    description:
      "ndjson, json: only these members, by their names in the API; a dot selects a nested member.",
  }),
  columns: Flags.string({
    helpValue: "A,B,C",
    description: "CSV: only these columns. Default: all columns, in first-seen order.",
  }),
  "no-formula-guard": Flags.boolean({
    description: "CSV: do not prefix cells that a spreadsheet would run as formulas.",
  }),
  bom: Flags.boolean({ description: "CSV: start with a byte order mark, for old spreadsheets." }),
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
      "ndjson, sqlite: add what is new to an existing export. sqlite also updates changed submissions of the last 10 s, or since --since.",
  }),
};

export interface ExportFlags extends SubmissionFilterFlags {
  readonly form?: string | undefined;
  readonly output?: string | undefined;
  readonly format: "ndjson" | "json" | "csv" | "sqlite";
  readonly fields?: string | undefined;
  readonly columns?: string | undefined;
  readonly "no-formula-guard": boolean;
  readonly bom: boolean;
  readonly attachments?: string | undefined;
  readonly resume: boolean;
  readonly incremental: boolean;
}

/** The file to write; `undefined` for standard output. */
export function outputFile({ output }: ExportFlags): string | undefined {
  return output === "-" ? undefined : output;
}

/** Throws Failure 2 for flags that cannot be combined. */
export function checkExportFlags(flags: ExportFlags, isJson: boolean): void {
  const { format, fields, columns, incremental, resume } = flags;
  const isStdout = outputFile(flags) === undefined;
  if ((columns !== undefined || flags["no-formula-guard"] || flags.bom) && format !== "csv") {
    throw usageError("--columns, --no-formula-guard and --bom require --format csv.");
  }
  if (fields !== undefined && format !== "ndjson" && format !== "json") {
    throw usageError("--fields requires --format ndjson or json; for CSV use --columns.");
  }
  if (incremental && (format === "json" || format === "csv")) {
    throw usageError(
      `--incremental requires --format ndjson or sqlite; rows cannot be added to a ${format} file.`,
    );
  }
  if (isStdout && (incremental || resume || format === "sqlite")) {
    throw usageError("--incremental, --resume and --format sqlite require a file.");
  }
  if (isStdout && isJson) {
    throw usageError("--json prints a report on standard output, so the export must go to a file.");
  }
}

function usageError(message: string): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message,
    hint: "Remove a flag, or name a file with -o.",
  });
}
