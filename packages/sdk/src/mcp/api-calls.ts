/** Requests of tools to the API. */
import { type ApiOperation, asObject, type JsonObject } from "./api-operation.ts";
import { ToolError } from "./tool-error.ts";
import { parseJson } from "../http/text.ts";

/** One request to the API. */
export interface ApiCall {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: JsonObject;
}

export interface ApiAnswer {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends a request with the key of the agent. */
export type CallApi = (call: ApiCall) => Promise<ApiAnswer>;

const BASE = "/api/v1";

/**
 * The request of an operation with these arguments, which have been validated. Body members go into the member
 * `wrapper` of the body, if there is one.
 */
export function requestOf(
  { method, path, members }: ApiOperation,
  args: JsonObject,
  wrapper?: string,
): ApiCall {
  const given = members.filter(({ name }) => args[name] !== undefined);
  const at = (place: string) => given.filter((member) => member.place === place);
  const body = Object.fromEntries(at("body").map(({ name }) => [name, args[name]]));
  const hasBody = members.some(({ place }) => place === "body");
  return {
    method,
    path: path
      .slice(BASE.length)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name]))),
    query: Object.fromEntries(at("query").map(({ name }) => [name, String(args[name])])),
    ...(hasBody && { body: wrapper === undefined ? body : { [wrapper]: body } }),
  };
}

/** Parses a JSON answer. @throws ToolError for an error response, with the API's message. */
export function jsonOf({ status, headers, body }: ApiAnswer): JsonObject {
  const value = parseJson(new TextDecoder().decode(body));
  if (status < 300) return asObject(value);
  const { error, code, errors } = asObject(value);
  const message = typeof error === "string" ? error : `The server responded with ${status}.`;
  const wait =
    headers["retry-after"] === undefined ? "" : ` Wait ${headers["retry-after"]} seconds.`;
  const details = Array.isArray(errors) ? ` ${JSON.stringify(errors)}` : "";
  throw new ToolError(`${message}${wait}${details} (${typeof code === "string" ? code : status})`);
}
