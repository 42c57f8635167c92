/** `--fields`: members of a record by name, a dot going deeper. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import type { Cell, Column } from "../terminal/table.ts";

/**
 * The names in a `--fields` value.
 *
 * @param known What a record has at its top, so that a slip of the pen is an error and no empty column.
 */
export function parseFields(text: string, known: readonly string[]): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (known.includes(topOf(name))) continue;
    throw new Failure({
      exit: EXIT.usage,
      code: "unknown_field",
      message:
        name === ""
          ? "--fields has an empty name."
          : `--fields names "${name}", which is not there.`,
      hint: `There are ${known.join(", ")}. A dot goes deeper, as in payload_params.email.`,
    });
  }
  return names;
}

export function fieldColumns(names: readonly string[]): readonly Column<object>[] {
  return names.map((name) => ({ name, value: (row) => cellOf(readPath(row, name)) }));
}

/** A record of just these members, under the names they were asked by. */
export function pickFields(row: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, readPath(row, name) ?? null]));
}

/** A value as one cell: lists of plain values joined, anything deeper as JSON. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return value.join(", ");
  }
  return JSON.stringify(value);
}

/** Form field names may hold dots themselves, so all that is left is tried as one name first. */
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

function topOf(name: string): string {
  const dot = name.indexOf(".");
  return dot === -1 ? name : name.slice(0, dot);
}

/** A record's members as names and cells. */
export function recordFields(record: object): (readonly [name: string, value: Cell])[] {
  return Object.entries(record).map(([name, value]) => [name, cellOf(value)]);
}
