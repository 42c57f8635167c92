/**
 * The API client of the dashboard pages: typed by openapi.yaml, called in the same process. A page has
 * the permissions of the signed-in account and no others.
 */
import type { HttpBindings } from "@hono/node-server";
import createClient, { type Client } from "openapi-fetch";
import type { Paths, Problem } from "@intray/sdk/schemas";
import { AppError, type FieldProblem } from "../../domain/errors.ts";
import type { SessionRecord } from "../../store/accounts/sessions.ts";

export type ApiClient = Client<Paths>;

/**
 * Handles a request to `/api/v1` in this process.
 *
 * @param session Reads the session again; `undefined` once it has ended.
 * @param onProblem Called with the error that the response is made of.
 */
export type CallApi = (
  request: Request,
  bindings: HttpBindings,
  session: () => Promise<SessionRecord | undefined>,
  onProblem: (error: AppError) => void,
) => Response | Promise<Response>;

/** Only fills in the host of request URLs: requests do not leave the process. */
const ORIGIN = "http://intray.invalid";

interface CreateApiClientArgs {
  readonly bindings: HttpBindings;
  readonly signal: AbortSignal;
  readonly session: () => Promise<SessionRecord | undefined>;
}

/**
 * @param caller.signal Aborts API calls when the browser disconnects.
 * @param caller.session Reads the session again; `undefined` once it has ended.
 */
export function createApiClient(
  callApi: CallApi,
  { bindings, signal, session }: CreateApiClientArgs,
): ApiClient {
  return createClient<Paths>({
    baseUrl: ORIGIN,
    querySerializer: { array: { style: "form", explode: false } },
    fetch: async (request) => {
      let fields: readonly FieldProblem[] | undefined;
      const response = await callApi(
        new Request(request, { signal }),
        bindings,
        session,
        (error) => {
          fields = error.fields;
        },
      );
      if (fields !== undefined) fieldsOf.set(response, fields);
      return response;
    },
  });
}

/** The wrong members by response: with what their values had to be, which a response does not say. */
const fieldsOf = new WeakMap<Response, readonly FieldProblem[]>();

interface ApiResponse<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the content of a successful response.
 *
 * @throws AppError the API's error, with its code and message.
 */
export function dataOf<T>({ data, error, response }: ApiResponse<T>): T {
  if (error !== undefined) throw asAppError(error, response);
  if (data === undefined) throw new Error(`The API answered ${response.status} without content.`);
  return data;
}

/** The parameters of an API call for one record. @param id May be of an address, as it was typed. */
export const byId = (id: number | string | undefined) =>
  ({ params: { path: { id: Number(id) } } }) as const;

/** As {@link byId}, for one form. */
export const byForm = (form_id: number | string) =>
  ({ params: { path: { form_id: String(form_id) } } }) as const;

/** The header with which a change is made only if the record is still as in this response. */
export function ifUnchanged({ response }: Pick<ApiResponse<unknown>, "response">) {
  const etag = response.headers.get("ETag");
  return etag === null ? {} : { "If-Match": etag };
}

/** Returns the API's error, to be shown next to a form; `undefined` for a successful response. */
export function errorOf({
  error,
  response,
}: Pick<ApiResponse<unknown>, "error" | "response">): AppError | undefined {
  return error === undefined ? undefined : asAppError(error, response);
}

function asAppError(error: unknown, response: Response): AppError {
  const problem = error as Problem;
  const retryAfter = response.headers.get("Retry-After");
  return new AppError(problem.code, problem.error, {
    fields: fieldsOf.get(response) ?? problem.errors ?? [],
    headers: retryAfter === null ? {} : { "Retry-After": retryAfter },
  });
}
