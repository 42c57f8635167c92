/** Operations of the API document: what they are called with, for tools that are made from them. */
import { document } from "../document.ts";
import { operations } from "../generated/operations.gen.ts";
import type { OperationId } from "../api-types.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** One member of an operation's input, and where a request has it. */
export interface Member {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly isRequired: boolean;
  /** JSON Schema without references, with the member's description. */
  readonly schema: JsonObject;
}

export type ApiOperation = ReturnType<typeof readOperation>;

/**
 * Reads an operation from the document. Members of the JSON body are members of the input.
 *
 * @param wrapper Name of the body's only member, if that one has the members.
 */
export function readOperation(id: OperationId, wrapper?: string) {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The API document has no operation ${id}.`);
  const paths = asObject(document["paths"]);
  const item = asObject(paths[found.path]);
  const operation = asObject(item[found.method.toLowerCase()]);
  const parameters = [...asArray(item["parameters"]), ...asArray(operation["parameters"])];
  const { summary = "", description = "" } = operation;
  return {
    method: found.method,
    /** With parameters in braces, such as `/api/v1/forms/{form_id}`. */
    path: found.path,
    /** The summary and the description of the document. */
    description: `${String(summary)}. ${String(description)}`.trim(),
    members: [...parameters.flatMap(parameterMember), ...bodyMembers(operation, wrapper)],
  };
}

function parameterMember(given: unknown): Member[] {
  const { name, in: place, required, description, schema } = asObject(resolve(given));
  if (place !== "path" && place !== "query") return [];
  const described = { ...asObject(schema), ...(description !== undefined && { description }) };
  return [{ name: String(name), place, isRequired: required === true, schema: described }];
}

function bodyMembers(operation: JsonObject, wrapper: string | undefined): Member[] {
  const content = asObject(asObject(resolve(operation["requestBody"]))["content"]);
  const body = asObject(resolve(asObject(content["application/json"])["schema"]));
  const outer = asObject(body["properties"]);
  const schema = wrapper === undefined ? body : asObject(outer[wrapper]);
  const required = asArray(schema["required"]);
  return Object.entries(asObject(schema["properties"])).map(([name, member]) => ({
    name,
    place: "body",
    isRequired: required.includes(name),
    schema: asObject(member),
  }));
}

/** Replaces references by what they refer to. The schemas of requests refer to nothing that contains them. */
function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference, ...rest } = value as JsonObject;
  const own = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, resolve(one)]));
  if (typeof reference !== "string") return own;
  const target = reference
    .slice("#/".length)
    .split("/")
    .reduce<unknown>((at, name) => asObject(at)[name], document);
  return { ...asObject(resolve(target)), ...own };
}

export const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
