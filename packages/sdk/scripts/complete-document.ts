/** Completes the short forms of openapi.yaml, which its first lines explain; the result is plain OpenAPI. */
import { parse } from "yaml";

type Responses = Readonly<Record<string, object>>;

/** What an operation or a schema may have in openapi.yaml. */
interface Short {
  readonly "x-errors"?: readonly number[];
  readonly "x-optional"?: readonly string[];
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
    return mapMembers(completeMembers(value, errors), complete);
  };
  return mapMembers(document, complete);
}

function completeMembers(members: Short, errors: Responses): object {
  const { "x-errors": statuses, "x-optional": optional, ...others } = members;
  return {
    ...others,
    ...(statuses !== undefined && {
      responses: { ...others.responses, ...pickErrors(statuses, errors) },
    }),
    ...(optional !== undefined && {
      required: Object.keys(others.properties ?? {}).filter((name) => !optional.includes(name)),
    }),
  };
}

const pickErrors = (statuses: readonly number[], errors: Responses) =>
  Object.fromEntries(
    statuses.map((status) => {
      const response = errors[status];
      if (response === undefined) throw new Error(`openapi.yaml has no response for ${status}.`);
      return [status, response];
    }),
  );

const mapMembers = (members: object, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value)]));
