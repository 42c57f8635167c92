/** Implements `--columns`: columns by their headings or by the names of members in the API. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure, type WrongChoice } from "../errors/failure.ts";
import type { Format } from "../config/config-file.ts";
import type { Column } from "../terminal/table.ts";
import { fieldColumns, isMember } from "./fields.ts";

/**
 * The columns that the flag names, in its order; all without the flag.
 *
 * @param members The top-level members of a record; empty if it has only columns.
 * @throws Failure 2 for an unknown name, and with a format that has no columns.
 */
export function chooseColumns<Row extends object>(
  text: string | undefined,
  columns: readonly Column<Row>[],
  { members, format }: { readonly members: readonly string[]; readonly format: Format },
): readonly Column<Row>[] {
  if (text === undefined) return columns;
  if (format !== "table" && format !== "tsv") {
    throw usage("--columns works with --format table and tsv.", "For JSON use --fields.");
  }
  return text.split(",").map((part) => {
    const name = part.trim();
    const found = columns.find(
      (column) => headingOf(column) === name.toLowerCase().replaceAll(" ", "_"),
    );
    if (found !== undefined) return { ...found, isWide: false };
    if (isMember(name, members))
      return fieldColumns([name])[0] ?? unknownColumn(name, columns, members);
    return unknownColumn(name, columns, members);
  });
}

const headingOf = ({ name }: { readonly name: string }) => name.replaceAll(" ", "_");

function unknownColumn<Row>(
  name: string,
  columns: readonly Column<Row>[],
  members: readonly string[],
): never {
  const names = [...new Set([...columns.map(headingOf), ...members])];
  throw usage(
    name === "" ? "--columns has an empty name." : `There is no column "${name}".`,
    `The columns are ${names.join(", ")}.`,
    { given: name, possible: names },
  );
}

function usage(message: string, hint: string, choice?: WrongChoice): Failure {
  const failure = { exit: EXIT.usage, code: "unknown_column", message, hint };
  return new Failure({ ...failure, ...(choice && { choice }) });
}
