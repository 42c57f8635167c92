/** Flags of commands that list records. */
import * as Flags from "@oclif/core/flags";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import type { Format } from "../config/config-file.ts";

const DEFAULT_LIMIT = 100;
const MAX_PER_PAGE = 100;

export const listFlags = {
  limit: Flags.integer({
    min: 1,
    helpValue: "N",
    description: `How many at most (${DEFAULT_LIMIT} when not given).`,
    exclusive: ["all"],
  }),
  all: Flags.boolean({ description: "All of them, however many." }),
  format: Flags.option({
    options: ["table", "tsv", "json", "ndjson"] as const,
    description: "How to print them: table on a terminal, tsv elsewhere when not given.",
  })(),
  fields: Flags.string({
    helpValue: "A,B.C",
    description: "Members to print, by their names in the API; a dot goes deeper.",
  }),
};

export interface ListFlags {
  readonly limit?: number | undefined;
  readonly all: boolean;
  readonly format?: Format | undefined;
  readonly fields?: string | undefined;
}

export interface FormatContext {
  readonly json: boolean;
  /** Of the project or the profile. */
  readonly preferred: Format | undefined;
  readonly isTerminal: boolean;
}

/** How many records are wanted; `undefined` for all. */
export function maxRows({ limit, all }: ListFlags): number | undefined {
  return all ? undefined : (limit ?? DEFAULT_LIMIT);
}

/** The page size that fetches no more than is wanted. */
export function perPage(flags: ListFlags): number {
  return Math.min(maxRows(flags) ?? MAX_PER_PAGE, MAX_PER_PAGE);
}

/** The format to print in. `--json` is always one document. */
export function chooseFormat(
  { format }: Pick<ListFlags, "format">,
  context: FormatContext,
): Format {
  if (context.json) {
    if (format === undefined || format === "json") return "json";
    throw new Failure({
      exit: EXIT.usage,
      code: "usage",
      message: `--json prints one JSON document, --format ${format} something else.`,
      hint: "Leave one of them out.",
    });
  }
  return format ?? context.preferred ?? (context.isTerminal ? "table" : "tsv");
}
