/** A filter as rows of field, operator and value; one that rows cannot show, as JSON. */
import {
  FILTER_PATHS,
  type Filter,
  type OperatorName,
  OPERATORS,
} from "../../domain/routing/filter.ts";
import type { Posted } from "../http/body.ts";
import { Select, TextArea, TextField } from "./fields.tsx";

/** `no` of an operator that takes yes or no. */
type RowOperator = OperatorName | "$missing";
interface Row {
  /** Whether it begins another group, of which one has to hold. */
  readonly isOr: boolean;
  readonly path: string;
  readonly operator: RowOperator;
  readonly value: string;
}

const MAX_ROWS = 500;
const FIELD = "fields.";
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

const OPERATOR_OPTIONS = [
  ...Object.entries(OPERATORS).map(([name, { words }]) => [name, words] as const),
  ["$missing", "is empty"] as const,
];

/** The rows of a filter; `undefined` if only JSON can show it. */
function rowsOf(filter: Filter): readonly Row[] | undefined {
  const groups = "$or" in filter && Object.keys(filter).length === 1 ? filter["$or"] : [filter];
  if (!Array.isArray(groups)) return undefined;
  const rows = (groups as unknown[]).flatMap((group, n) => {
    const conditions = isObject(group) ? Object.entries(group) : [["", null] as const];
    return conditions.flatMap(([path, given], at) =>
      Object.entries(isObject(given) ? given : { $eq: given }).map(([operator, operand], index) =>
        rowOf(path, operator, operand, n > 0 && at === 0 && index === 0),
      ),
    );
  });
  const known = rows.filter((row) => row !== undefined);
  return known.length === rows.length && isSame(known, filter) ? known : undefined;
}

const isObject = (value: unknown): value is Filter =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSame = (rows: readonly Row[], filter: Filter) =>
  JSON.stringify(filterOf(rows)) === JSON.stringify(filter);

function rowOf(path: string, operator: string, operand: unknown, isOr: boolean): Row | undefined {
  const isKnown = (name: string): name is OperatorName => Object.hasOwn(OPERATORS, name);
  if (!isKnown(operator)) return undefined;
  const own = path.startsWith(FIELD) ? path.slice(FIELD.length) : path;
  const row = { isOr, path: FILTER_PATHS.includes(own) ? path : own };
  if (operator === "$exists") {
    return { ...row, operator: operand === true ? operator : "$missing", value: "" };
  }
  return { ...row, operator, value: Array.isArray(operand) ? operand.join(", ") : String(operand) };
}

/** What {@link rowsOf} reads: rows of a group are one object, as far as each asks something else. */
function filterOf(rows: readonly Row[]): Filter {
  const groups: Record<string, unknown>[] = [];
  for (const { isOr, path, operator, value } of rows) {
    const name = nameOf(path);
    const group = groups.at(-1);
    const into = isOr || group === undefined ? {} : group;
    if (into !== group) groups.push(into);
    const before = into[name];
    const asked = before === undefined ? {} : isObject(before) ? { ...before } : { $eq: before };
    const all = { ...asked, ...operandOf(operator, value) };
    into[name] = Object.keys(all).join() === "$eq" ? all.$eq : all;
  }
  return groups.length < 2 ? (groups[0] ?? {}) : { $or: groups };
}

/** What the API calls a typed field. */
const nameOf = (path: string) =>
  FILTER_PATHS.includes(path) || path.startsWith(FIELD) ? path : `${FIELD}${path}`;

function operandOf(operator: RowOperator, value: string): Readonly<Record<string, unknown>> {
  const typed = (text: string) => (NUMBER.test(text) ? Number(text) : text);
  if (operator === "$missing") return { $exists: false };
  if (operator === "$exists") return { $exists: true };
  const { takes } = OPERATORS[operator];
  if (takes === "values") {
    return { [operator]: value.split(",").map((one) => typed(one.trim())) };
  }
  return { [operator]: takes === "text" ? value : typed(value.trim()) };
}

/** Reads the rows, or the JSON, of inputs whose names begin with `at`. A text that is no JSON is for the API to reject. */
export function readFilter(posted: Posted, at: string): Filter {
  const json = posted.textArea(`${at}_json`).trim();
  if (json !== "") {
    try {
      return JSON.parse(json) as Filter;
    } catch {
      return json as never;
    }
  }
  const rows: Row[] = [];
  for (let n = 0; n < MAX_ROWS && posted.has(`${at}_operator_${n}`); n += 1) {
    const text = (part: string) => posted.text(`${at}_${part}_${n}`);
    const path = text("path").trim();
    if (path === "") continue;
    const operator = text("operator") as RowOperator;
    rows.push({ isOr: text("join") === "or", path, operator, value: text("value") });
  }
  return filterOf(rows);
}

interface FilterRowsProps {
  /** What the names of the inputs begin with. */
  readonly at: string;
  /** The member of the API, for its errors. */
  readonly member: string;
  readonly filter: Filter;
}

const NO_ROW: Row = { isOr: false, path: "", operator: "$eq", value: "" };

/** The rows of a filter and an empty one. */
export function FilterRows({ at, member, filter }: FilterRowsProps) {
  const rows = isObject(filter) ? rowsOf(filter) : undefined;
  if (rows === undefined) {
    const json = typeof filter === "string" ? filter : JSON.stringify(filter, undefined, 2);
    return (
      <TextArea
        name={`${at}_json`}
        label="Conditions as JSON"
        member={member}
        value={json}
        rows={6}
        code
      />
    );
  }
  return (
    <>
      {[...rows, NO_ROW].map(({ isOr, path, operator, value }, n) => (
        <div class="condition">
          {n === 0 ? null : (
            <Select
              name={`${at}_join_${n}`}
              label="Joined by"
              value={isOr ? "or" : "and"}
              options={JOINS}
            />
          )}
          <TextField name={`${at}_path_${n}`} label="Field" value={path} />
          <Select
            name={`${at}_operator_${n}`}
            label="Condition"
            value={operator}
            options={OPERATOR_OPTIONS}
          />
          <TextField
            name={`${at}_value_${n}`}
            label="Value"
            value={value}
            member={`${member}.${nameOf(path)}`}
          />
        </div>
      ))}
    </>
  );
}

export const FilterHint = () => (
  <p class="hint">
    {`A field by its name, or one of ${FILTER_PATHS.join(", ")}. Values of "is one of" are separated by commas. Letter case does not count. Save to add more rows; a row without a field is removed.`}
  </p>
);

const JOINS = [
  ["and", "and"],
  ["or", "or"],
] as const;
