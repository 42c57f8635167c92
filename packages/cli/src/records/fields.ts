/** Implements `--columns`: columns and members of a record by name. */
import { type Failure, usageFailure } from "../errors/failure.ts";
import { type MemberInfo, type RecordName, records } from "@intray/sdk/records";
import type { Cell, Column } from "../terminal/table.ts";

/** The top-level members of a record, for `--columns`. */
export function memberNames(record: RecordName): readonly string[] {
  const members: Readonly<Record<string, MemberInfo>> = records[record];
  return Object.keys(members).filter((name) => members[name]?.writeOnly !== true);
}

/** Members whose values are short, such as ids and times; they are never truncated. */
const SHORT_MEMBER = /(?:^|_)(?:id|uid|uuid|at)$/;

const memberColumn = (name: string): Column<object> => ({
  name,
  ...(!SHORT_MEMBER.test(name) && { kind: "text" }),
  value: (row) => cellOf(readPath(row, name)),
});

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

export const recordFields = (record: object): (readonly [name: string, value: Cell])[] =>
  Object.entries(record).map(([name, value]) => [name, cellOf(value)]);

/** The member of a submission that holds its form fields. */
const FIELDS = "payload_params";

/** A column of `--columns`. */
export interface ChosenColumn<Row> extends Column<Row> {
  /** Whether it is a form field, since its name is neither a column nor a member. */
  readonly isField: boolean;
  /** Its name and value in JSON, where a member keeps its type. */
  entry(row: Row): readonly [name: string, value: unknown];
}

/**
 * The columns that `--columns` names, in its order; `undefined` without the flag. A name is a heading, else a member
 * of the record, else a form field if the record has them: pass those to {@link requireFields}.
 *
 * @param members The top-level members of a record; empty if it has only columns.
 * @throws Failure 2 for an unknown name.
 */
export const chooseColumns = <Row extends object>(
  text: string | undefined,
  columns: readonly Column<Row>[],
  members: readonly string[] = [],
): readonly ChosenColumn<Row>[] | undefined =>
  text?.split(",").map((part) => {
    const name = part.trim();
    const heading = name.toLowerCase().replaceAll(" ", "_");
    const found = columns.find((column) => headingOf(column) === heading);
    const isMember = members.includes(firstPart(name));
    const isField = found === undefined && !isMember && members.includes(FIELDS) && name !== "";
    if (found === undefined && !isMember && !isField) throw unknownColumn(name, columns, members);
    const path = isField ? `${FIELDS}.${name}` : name;
    const column: Column<Row> = found ?? { ...memberColumn(path), name };
    return {
      ...column,
      isWide: false,
      isField,
      entry: (row) =>
        isMember || isField
          ? [name, readPath(row, path) ?? null]
          : [column.name, column.value(row) ?? null],
    };
  });

/**
 * Throws Failure 2 for a form field that none of these records has: its column would be empty. Without records nothing
 * is known.
 */
export function requireFields<Row extends object>(
  chosen: readonly ChosenColumn<Row>[],
  rows: readonly Row[],
): void {
  const fields = new Set(rows.flatMap((row) => Object.keys(Reflect.get(row, FIELDS) ?? {})));
  const unknown = chosen.find(
    ({ isField, name }) =>
      isField && rows.every((row) => readPath(row, `${FIELDS}.${name}`) === undefined),
  );
  if (unknown === undefined || rows.length === 0) return;
  const { name } = unknown;
  throw usageFailure(
    `There is no column "${name}", and no field of that name in the newest ${rows.length} submissions.`,
    `Their fields are ${[...fields].slice(0, MAX_LISTED).join(", ")}. ${FIELDS}.${name} selects a field that they do not have.`,
    { given: name, possible: [...fields, ...Object.keys(rows[0] ?? {})] },
  );
}

/** Pages may send any number of fields. */
const MAX_LISTED = 20;

/** A record with the chosen columns only; all of it without a choice. */
export const pickColumns = <Row extends object>(
  row: Row,
  columns: readonly ChosenColumn<Row>[] | undefined,
): object =>
  columns === undefined ? row : Object.fromEntries(columns.map((one) => one.entry(row)));

const headingOf = ({ name }: { readonly name: string }) => name.replaceAll(" ", "_");

function unknownColumn<Row>(
  name: string,
  columns: readonly Column<Row>[],
  members: readonly string[],
): Failure {
  const names = [...new Set([...columns.map(headingOf), ...members])];
  const nested = members.length === 0 ? "" : " A dot selects a nested member.";
  return usageFailure(
    name === "" ? "The name of a column is empty." : `There is no column "${name}".`,
    `The columns are ${names.join(", ")}.${nested}`,
    { given: name, possible: names },
  );
}
