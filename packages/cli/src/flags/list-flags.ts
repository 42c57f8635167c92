/** Flags of commands that list records. */
import * as Flags from "@oclif/core/flags";
import type { InferredFlags } from "@oclif/core/interfaces";
import { usageFailure } from "../errors/failure.ts";
import { FORMATS, type Format } from "../config/config-file.ts";

const DEFAULT_LIMIT = 100;
export const MAX_PER_PAGE = 100;

export const tableFlags = {
  wide: Flags.boolean({ description: "Table: show all columns, and truncate nothing." }),
  columns: Flags.string({
    helpValue: "A,B.C",
    description:
      "Only these columns, by their headings or their names in the API; a dot selects a nested member. Of submissions other names are fields of the form.",
  }),
  headers: Flags.boolean({ description: "TSV: print the names of the columns first." }),
};

export const listFlags = {
  limit: Flags.integer({
    min: 1,
    helpValue: "N",
    description: `Maximum number of records. Default: ${DEFAULT_LIMIT}.`,
    exclusive: ["all"],
  }),
  all: Flags.boolean({ description: "List all records, without a limit." }),
  format: Flags.option({
    options: FORMATS,
    description: "Output format. Default: table on a terminal, else tsv.",
  })(),
  ...tableFlags,
};

export const queryFlag = Flags.string({
  helpValue: "TEXT",
  description: "Only records whose name contains this text, or whose id it is.",
});

export type ListFlags = InferredFlags<typeof listFlags>;

export interface FormatContext {
  /** The format of `--json` and of an expression; `undefined` without them. */
  readonly json: "json" | "ndjson" | undefined;
  /** Whether it is `--json`, which allows no other format. */
  readonly isExact: boolean;
  /** From the project or the profile. */
  readonly preferred: Format | undefined;
  readonly isTerminal: boolean;
}

/** The maximum number of records to print; `undefined` for all. */
export const maxRows = ({ limit, all }: Pick<ListFlags, "limit" | "all">): number | undefined =>
  all ? undefined : (limit ?? DEFAULT_LIMIT);

/** The page size, at most the number of records to print. */
export const perPage = (flags: Pick<ListFlags, "limit" | "all">): number =>
  Math.min(maxRows(flags) ?? MAX_PER_PAGE, MAX_PER_PAGE);

/** The output format. Throws Failure 2 when `--format` contradicts `--json` or an expression. */
export function chooseFormat(
  { format }: Partial<Pick<ListFlags, "format">>,
  context: FormatContext,
): Format {
  if (context.json !== undefined) {
    if (format === undefined || format === context.json) return context.json;
    if (format === "ndjson" && !context.isExact) return format;
    const flag = context.isExact ? "--json" : "An expression";
    throw usageFailure(
      `${flag} cannot be combined with --format ${format}.`,
      "Remove one of them.",
    );
  }
  return format ?? context.preferred ?? (context.isTerminal ? "table" : "tsv");
}
