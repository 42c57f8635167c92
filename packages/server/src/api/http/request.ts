/** Parses the path, query and body of a request with the schemas of openapi.yaml. */
import { z } from "zod";
import { AppError, type Expected, type FieldProblem, invalid } from "../../domain/errors.ts";
import { hasMoreValues } from "../../platform/json-pairs.ts";
import { mayContainSurrogate, storable, wellFormed } from "../../platform/text/safe-text.ts";
import type { ApiContext } from "./env.ts";
import { reportUnknown } from "./unknown-names.ts";

/** The largest useful body, a form with all its lists full, has 5,500. */
const MAX_VALUES = 10_000;
/** Problems that a response names; the first ones show what is wrong with a long list. */
const MAX_PROBLEMS = 100;

const INTEGER = /^-?[0-9]+$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/**
 * Returns the declared parameters. An empty parameter counts as absent.
 *
 * @throws AppError `invalid` naming each wrong parameter.
 */
export function parseQuery<Schema extends z.ZodObject>(
  c: ApiContext,
  schema: Schema,
): z.output<Schema> {
  const given: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(schema.shape)) {
    const text = c.req.query(name)?.trim();
    if (text !== undefined && text !== "") given[name] = toDeclaredType(name, type, text);
  }
  return parse(schema, given, "parameter");
}

/**
 * The schema for members of which `null` stands for the default, and an empty text for a default that is a text, as in
 * records of a compatible API.
 */
export const withEmptyAsDefault = <Schema extends z.ZodType>(schema: Schema, defaults: object) =>
  z.preprocess((members) => {
    if (!isObject(members)) return members;
    const given = { ...members };
    for (const [name, value] of Object.entries(defaults)) {
      const isEmpty = given[name] === null || (given[name] === "" && typeof value === "string");
      if (isEmpty) given[name] = value;
    }
    return given;
  }, schema);

/** Does not compile if `rest`, the members of a query that its reader did not name, has any. */
export function requireNoOtherMembers(_rest: Readonly<Record<string, never>>): void {}

/**
 * Returns a JSON body whose members are at the top level or in a member named `wrapper`.
 *
 * @param check Called with the members before they are parsed; it may throw. Returns the names of members that the
 *   schema does not have, and that are not unknown nevertheless.
 * @throws AppError `malformed`, `unsupported_type`, or `invalid` naming each wrong member.
 */
export async function parseBody<Schema extends z.ZodType>(
  c: ApiContext,
  schema: Schema,
  wrapper?: string,
  check?: (members: object) => readonly string[],
): Promise<z.output<Schema>> {
  const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const text = await c.req.text();
  if (text.trim() !== "" && type !== "application/json") {
    throw new AppError(
      "unsupported_type",
      `The body must be JSON with Content-Type: application/json; the Content-Type of this request is ${type ?? "missing"}.`,
    );
  }
  const body = text.trim() === "" ? {} : parseJson(text);
  const inner =
    wrapper !== undefined && isObject(body) && isObject(body[wrapper]) ? body[wrapper] : body;
  if (inner !== body) {
    const given = Object.keys(Object(body)).filter((name) => name !== wrapper);
    reportUnknown(c, "top-level member", given, []);
  }
  return parseMembers(c, schema, inner, check);
}

/** As {@link parseBody}, for members that are somewhere in the body: problems name their paths from there. */
export async function parseMembers<Schema extends z.ZodType>(
  c: ApiContext,
  schema: Schema,
  members: unknown,
  check?: (members: object) => readonly string[],
): Promise<z.output<Schema>> {
  const others = (isObject(members) ? check?.(members) : undefined) ?? [];
  const data = parse(schema, members, "member");
  const dropped = droppedMembers(members, data).filter((name) => !others.includes(name));
  if (dropped.length > 0) reportUnknown(c, "member", dropped, declaredNames(schema));
  // JSON allows the character only as an escape.
  const hasNul = (await c.req.text()).includes(String.raw`\u0000`);
  const field = hasNul ? fieldWithNul(data) : undefined;
  if (field === undefined) return data;
  throw invalid(
    field,
    `The member ${field} contains the character U+0000, which cannot be stored. Remove it.`,
  );
}

/** The paths of members that parsing has dropped, because their schema does not declare them. */
function droppedMembers(given: unknown, parsed: unknown, path = ""): readonly string[] {
  if (typeof given !== "object" || typeof parsed !== "object" || !given || !parsed) return [];
  const kept = new Map(Object.entries(parsed));
  return Object.entries(given).flatMap(([name, value]) =>
    kept.has(name) ? droppedMembers(value, kept.get(name), `${path}${name}.`) : [`${path}${name}`],
  );
}

function declaredNames(schema: z.ZodType): readonly string[] {
  const names = new Set<string>();
  JSON.stringify(
    z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
    (key, value: unknown) => {
      if (key === "properties") for (const name of Object.keys(Object(value))) names.add(name);
      return value;
    },
  );
  return [...names];
}

/** The path of the first text or member name that contains U+0000. */
function fieldWithNul(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === "string") return value.includes("\0") ? path.join(".") : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const at = [...path, storable(name)];
    const found = name.includes("\0") ? at.join(".") : fieldWithNul(inner, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @throws AppError `not_found` for text that cannot be an id. */
export function pathId(c: ApiContext, name = "id"): number {
  const text = c.req.param(name) ?? "";
  const id = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new AppError(
    "not_found",
    `"${text.slice(0, 40)}" is not an id. An id is a whole number from 1.`,
  );
}

function parseJson(text: string): unknown {
  if (hasMoreValues(text, MAX_VALUES)) {
    throw new AppError(
      "too_large",
      `The body has more than ${MAX_VALUES} values, the limit of the API. Split the request.`,
    );
  }
  try {
    return JSON.parse(text, mayContainSurrogate(text) ? wellFormed : undefined) as unknown;
  } catch (cause) {
    throw new AppError(
      "malformed",
      `The body is not valid JSON: ${cause instanceof Error ? cause.message : "it cannot be read"}.`,
      { cause },
    );
  }
}

/** @param what A parameter or a member, for the message. @throws AppError `invalid` naming each wrong one. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: "parameter" | "member",
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.slice(0, MAX_PROBLEMS).map((issue): FieldProblem => {
    const field = issue.path.join(".");
    const message = withLowerInitial(issue.message);
    const expected = expectedBy(issue);
    return {
      field,
      code: issue.code,
      message: field === "" ? message : `${field}: ${message}`,
      ...(expected !== undefined && { expected }),
    };
  });
  const [first] = fields;
  throw new AppError(
    "invalid",
    `The ${what} ${first === undefined || first.field === "" ? "is wrong" : `${first.field} is wrong`}: ${withLowerInitial(result.error.issues[0]?.message ?? "")}.`,
    { fields },
  );
}

/** As zod words the pattern of the contract. */
const NOT_BLANK = String(/\S/);

/** `undefined` if only the message of the issue says what the value had to be. */
function expectedBy(issue: z.core.$ZodIssue): Expected | undefined {
  if (issue.code === "too_small") return expectedLimit("min", issue.minimum, issue);
  if (issue.code === "too_big") return expectedLimit("max", issue.maximum, issue);
  if (issue.code === "invalid_value") return { kind: "option" };
  if (issue.code === "invalid_format") {
    // Nothing but spaces is as good as nothing.
    if (issue.pattern === NOT_BLANK) return { kind: "min", limit: 1, of: "string" };
    return issue.format === "regex" ? { kind: "pattern" } : undefined;
  }
  if (issue.code !== "invalid_type") return undefined;
  if (issue.expected === "int") return { kind: "integer" };
  return issue.expected === "number" ? { kind: "number" } : undefined;
}

function expectedLimit(
  kind: "min" | "max",
  limit: number | bigint,
  { origin }: { readonly origin: string },
): Expected | undefined {
  const of = LIMITED.get(origin);
  return of === undefined ? undefined : { kind, limit: Number(limit), of };
}

/** What a limit is of, by its `origin` in an issue of zod. */
const LIMITED: ReadonlyMap<string, "number" | "string" | "array"> = new Map([
  ["number", "number"],
  ["int", "number"],
  ["string", "string"],
  ["array", "array"],
]);

const withLowerInitial = (message: string) => message.charAt(0).toLowerCase() + message.slice(1);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The text of a parameter as a value of the type that the schema declares. Text that cannot be converted is kept,
 * and the schema rejects it.
 *
 * @throws AppError `invalid` naming the wrong value of a list.
 */
function toDeclaredType(name: string, type: z.core.$ZodType, text: string): unknown {
  if (
    type instanceof z.ZodOptional ||
    type instanceof z.ZodExactOptional ||
    type instanceof z.ZodDefault
  ) {
    return toDeclaredType(name, type.unwrap(), text);
  }
  if (type instanceof z.ZodNumber) return INTEGER.test(text) ? Number(text) : text;
  if (type instanceof z.ZodBoolean) return BOOLEANS.get(text.toLowerCase()) ?? text;
  return type instanceof z.ZodArray ? valuesOfList(name, type, text) : text;
}

function valuesOfList(name: string, list: z.ZodArray, text: string): readonly string[] {
  const values = text.split(",").map((value) => value.trim());
  const unknown = values.find((value) => !z.safeParse(list.element, value).success);
  if (unknown === undefined) return values;
  const allowed = list.element instanceof z.ZodEnum ? ` (${list.element.options.join(", ")})` : "";
  throw invalid(
    name,
    `"${unknown.slice(0, 40)}" is no value of the parameter ${name}, which takes one or more values${allowed}, separated by commas.`,
  );
}
