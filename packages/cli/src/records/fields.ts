/** Implements `--fields`: members of a record by name, with a dot for nested members. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import type { Cell, Column } from "../terminal/table.ts";

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
export function isMember(name: string, members: readonly string[]): boolean {
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
