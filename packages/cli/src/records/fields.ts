/** Implements `--fields` and `--columns`: members and columns of a record by name. */
import { EXIT, Failure, usageFailure } from "../errors/failure.ts";
import { type MemberInfo, type RecordName, records } from "@intray/sdk/records";
import type { Cell, Column } from "../terminal/table.ts";
import type { Format } from "../config/config-file.ts";

/** The top-level members of a record, for `--fields`. */
export function memberNames(record: RecordName): readonly string[] {
  const members: Readonly<Record<string, MemberInfo>> = records[record];
  return Object.keys(members).filter((name) => members[name]?.writeOnly !== true);
}

/**
 * The names in a `--fields` value. Throws Failure 2 for a name that is not among the members.
 *
 * @param members The top-level members of a record.
 */
export function parseFields(text: string, members: readonly string[]): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (isMember(name, members)) continue;
    throw new Failure({
      exit: EXIT.usage,
      code: "unknown_field",
      message:
        name === ""
          ? "--fields has an empty name."
          : `--fields contains "${name}", which is not a member of the record.`,
      hint: `The members are ${members.join(", ")}. Select a nested member with a dot, as in payload_params.email.`,
      choice: { given: name, possible: members },
    });
  }
  return names;
}

/** Whether the name is that of a member, or of a member of it. */
function isMember(name: string, members: readonly string[]): boolean {
  return members.includes(firstPart(name));
}

/** Members whose values are short, such as ids and times; they are never truncated. */
const SHORT_MEMBER = /(?:^|_)(?:id|uid|uuid|at)$/;

export function fieldColumns(names: readonly string[]): readonly Column<object>[] {
  return names.map((name) => ({
    name,
    ...(!SHORT_MEMBER.test(name) && { kind: "text" }),
    value: (row) => cellOf(readPath(row, name)),
  }));
}

/** A record with these members only, under the given names. */
export function pickFields(row: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, readPath(row, name) ?? null]));
}

/** A value as one cell: a list of strings joined by commas, other lists and objects as JSON. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.join(", ");
  }
  return JSON.stringify(value);
}

/**
 * Reads a nested member. Names of form fields may contain dots, so the whole path is tried as one name
 * first.
 */
function readPath(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, path)) return Reflect.get(value, path);
  const dot = path.indexOf(".");
  if (dot === -1) return undefined;
  const head = path.slice(0, dot);
  return Object.hasOwn(value, head)
    ? readPath(Reflect.get(value, head), path.slice(dot + 1))
    : undefined;
}

function firstPart(name: string): string {
  const dot = name.indexOf(".");
  return dot === -1 ? name : name.slice(0, dot);
}

/** The members of a record as names and cells. */
export function recordFields(record: object): (readonly [name: string, value: Cell])[] {
  return Object.entries(record).map(([name, value]) => [name, cellOf(value)]);
}

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
    throw usageFailure("--columns works with --format table and tsv.", "For JSON use --fields.");
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
  throw usageFailure(
    name === "" ? "--columns has an empty name." : `There is no column "${name}".`,
    `The columns are ${names.join(", ")}.`,
    { given: name, possible: names },
  );
}
