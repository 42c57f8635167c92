/** The flags of `submissions export`, and which of them go together. */
import * as Flags from "@oclif/core/flags";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { filterFlags } from "../flags/submission-filter.ts";
import type { FilterFlags } from "../flags/submission-filter.ts";

export const exportFlags = {
  ...filterFlags,
  output: Flags.string({
    char: "o",
    helpValue: "FILE",
    description: "File to write; standard output when not given, or with -.",
  }),
  format: Flags.option({
    options: ["ndjson", "json", "csv", "sqlite"] as const,
    default: "ndjson" as const,
    description: "How to write them. sqlite: tables submission, field and attachment.",
  })(),
  fields: Flags.string({
    helpValue: "A,B.C",
    description: "ndjson, json: just these members, by their names in the API; a dot goes deeper.",
  }),
  columns: Flags.string({
    helpValue: "A,B,C",
    description: "CSV: just these columns. Otherwise all there are, in the order first seen.",
  }),
  "no-formula-guard": Flags.boolean({
    description: "CSV: leave cells alone that a spreadsheet would take for formulas.",
  }),
  bom: Flags.boolean({ description: "CSV: begin with a byte order mark, for old spreadsheets." }),
  attachments: Flags.string({
    helpValue: "DIR",
    description: "Save files there as well; what is there already is not fetched again.",
  }),
  resume: Flags.boolean({
    description: "Go on where an interrupted export to the same file stopped.",
    exclusive: ["incremental"],
  }),
  incremental: Flags.boolean({
    description:
      "ndjson, sqlite: bring the file up to date. sqlite also takes in changes of what it reads again: the last 10 s, or all from --since on.",
  }),
};

export interface ExportFlags extends FilterFlags {
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

/** Throws Failure 2 for flags that do not go together. */
export function checkExportFlags(flags: ExportFlags, isJson: boolean): void {
  const { format, fields, columns, incremental, resume } = flags;
  const isStdout = outputFile(flags) === undefined;
  if ((columns !== undefined || flags["no-formula-guard"] || flags.bom) && format !== "csv") {
    throw usageError("--columns, --no-formula-guard and --bom are for --format csv.");
  }
  if (fields !== undefined && format !== "ndjson" && format !== "json") {
    throw usageError("--fields is for --format ndjson and json; CSV takes --columns.");
  }
  if (incremental && (format === "json" || format === "csv")) {
    throw usageError(
      `--incremental is for --format ndjson and sqlite: a ${format} file cannot be added to as one.`,
    );
  }
  if (isStdout && (incremental || resume || format === "sqlite")) {
    throw usageError("--incremental, --resume and --format sqlite need a file.");
  }
  if (isStdout && isJson) {
    throw usageError("--json prints a report, and standard output is taken by the export.");
  }
}

function usageError(message: string): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message,
    hint: "Leave one out, or name a file with -o.",
  });
}
