/** Completes the short forms of openapi.yaml, which its first lines explain; the result is plain OpenAPI. */
import { parse } from "yaml";
import { mapValues } from "./record-members.ts";

type Responses = Readonly<Record<string, object>>;

/** What an operation or a schema may have in openapi.yaml. */
interface Short {
  readonly "x-errors"?: readonly number[];
  readonly "x-optional"?: readonly string[];
  readonly "x-setting"?: { readonly options?: object } | false;
  readonly type?: string | readonly string[];
  readonly responses?: Responses;
  readonly properties?: object;
}

/** @throws If an operation names an error status that has no response. */
export function completeDocument(yaml: string): object {
  const source = parse(yaml, { merge: true }) as {
    readonly "x-errors": Responses;
    readonly "x-members": unknown;
  };
  const { "x-errors": errors, "x-members": _, ...document } = source;
  const complete = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(complete);
    if (typeof value !== "object" || value === null) return value;
    return mapValues(completeMembers(value, errors), complete);
  };
  return completeNameChecks(mapValues(document, complete) as unknown as Whole);
}

interface Response {
  readonly headers?: object;
}
interface Operation {
  readonly security?: readonly unknown[];
  /** Not there in the `parameters` of a path. */
  readonly responses?: Readonly<Record<string, Response>>;
}
interface Whole {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Every operation of the API that needs a key names what it ignores in a request, or answers 422. */
function completeNameChecks(document: Whole): object {
  const ignored = { "Intray-Ignored": { $ref: "#/components/headers/Ignored" } };
  const withHeader = (response: Response, status: string) =>
    status.startsWith("2")
      ? { ...response, headers: { ...response.headers, ...ignored } }
      : response;
  const complete = (operation: Operation) => {
    const { responses, security } = operation;
    if (responses === undefined || security?.length === 0) return operation;
    const invalid = { "422": { $ref: "#/components/responses/Invalid" } };
    return { ...operation, responses: { ...mapValues(responses, withHeader), ...invalid } };
  };
  const paths = mapValues(document.paths, (item, path) =>
    path.startsWith("/api/v1/") ? mapValues(item, complete) : item,
  );
  return { ...document, paths };
}

function completeMembers(members: Short, errors: Responses): Readonly<Record<string, unknown>> {
  const { "x-errors": statuses, "x-optional": optional, ...others } = members;
  return {
    ...others,
    ...valuesOf(others),
    ...(statuses !== undefined && {
      responses: { ...others.responses, ...pickErrors(statuses, errors) },
    }),
    ...(optional !== undefined && {
      required: Object.keys(others.properties ?? {}).filter((name) => !optional.includes(name)),
    }),
  };
}

/** The options of a setting are the values of its schema, unless that takes a range of numbers. */
function valuesOf({ "x-setting": setting, type }: Short): object {
  const options = setting ? setting.options : undefined;
  if (options === undefined || type === "integer") return {};
  return { enum: [...Object.keys(options), ...(type === "string" ? [] : [null])] };
}

const pickErrors = (statuses: readonly number[], errors: Responses) =>
  Object.fromEntries(
    statuses.map((status) => {
      const response = errors[status];
      if (response === undefined) throw new Error(`openapi.yaml has no response for ${status}.`);
      return [status, response];
    }),
  );
