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
  readonly project_id: number | undefined;
}

type NamesOf<Query> = Query extends object ? keyof Query : never;
type ProjectLists = {
  [Path in keyof Paths]: Paths[Path] extends { get: { parameters: { query?: infer Query } } }
    ? "project_id" extends NamesOf<Query>
      ? Path
      : never
    : never;
}[keyof Paths];

/** Every list that the API can limit to a project. */
const PROJECT_LISTS: Readonly<Record<ProjectLists, true>> = {
  "/api/v1/alerts": true,
  "/api/v1/api_keys": true,
  "/api/v1/attention": true,
  "/api/v1/audit_events": true,
  "/api/v1/deliveries": true,
  "/api/v1/deliveries/progress": true,
  "/api/v1/events": true,
  "/api/v1/form_webhooks": true,
  "/api/v1/forms": true,
  "/api/v1/submissions": true,
};

/** Of a list about one thing, which is shown whatever its project. */
const ONE_THING = ["project_id", "form_id", "submission_id", "destination_id", "attention"];

function inProject(request: Request, project_id: number | undefined): Request {
  const url = new URL(request.url);
  const isLimited =
    project_id !== undefined &&
    request.method === "GET" &&
    Object.hasOwn(PROJECT_LISTS, url.pathname) &&
    !ONE_THING.some((name) => url.searchParams.has(name));
  if (!isLimited) return request;
  url.searchParams.set("project_id", String(project_id));
  return new Request(url, request);
}

/**
 * @param caller.signal Aborts API calls when the browser disconnects.
 * @param caller.session Reads the session again; `undefined` once it has ended.
 * @param caller.project_id Limits lists of the account to this project.
 */
export const createApiClient = (
  callApi: CallApi,
  { bindings, signal, session, project_id }: CreateApiClientArgs,
): ApiClient =>
  createClient<Paths>({
    baseUrl: ORIGIN,
    querySerializer: { array: { style: "form", explode: false } },
    fetch: async (request) => {
      let fields: readonly FieldProblem[] | undefined;
      const response = await callApi(
        new Request(inProject(request, project_id), { signal }),
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

/** The parameters of an API call for a list. */
export const byQuery = <const Query>(query: Query) => ({ params: { query } });

/** As {@link byId}, for one form. */
export const byForm = (form_id: number | string) =>
  ({ params: { path: { form_id: String(form_id) } } }) as const;

/** The header with which a change is made only if the record is still as in this response. */
export function ifUnchanged({ response }: Pick<ApiResponse<unknown>, "response">) {
  const etag = response.headers.get("ETag");
  return etag === null ? {} : { "If-Match": etag };
}

/** Returns the API's error, to be shown next to a form; `undefined` for a successful response. */
export const errorOf = ({
  error,
  response,
}: Pick<ApiResponse<unknown>, "error" | "response">): AppError | undefined =>
  error === undefined ? undefined : asAppError(error, response);

function asAppError(error: unknown, response: Response): AppError {
  const problem = error as Problem;
  const retryAfter = response.headers.get("Retry-After");
  return new AppError(problem.code, problem.error, {
    fields: fieldsOf.get(response) ?? problem.errors ?? [],
    headers: retryAfter === null ? {} : { "Retry-After": retryAfter },
  });
}
