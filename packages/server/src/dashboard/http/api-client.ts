/**
 * The API as a page asks it: in this process, typed by openapi.yaml, with the rights of whoever is
 * signed in. A page can do what the API lets its account do, and nothing else.
 */
import type { Api } from "./api.ts";
import createClient from "openapi-fetch";
import type { Paths, Problem } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import type { SessionRecord } from "../../store/accounts/sessions.ts";
import type { DashboardContext, DashboardParts } from "./env.ts";

/** Never looked up: requests do not leave the process. */
const ORIGIN = "http://intray.invalid";

/** @param session Finds the session again; `undefined` once it has ended. */
export function createApi(
  c: DashboardContext,
  askApi: DashboardParts["askApi"],
  session: () => Promise<SessionRecord | undefined>,
): Api {
  return createClient<Paths>({
    baseUrl: ORIGIN,
    // Whoever goes away is not worked for any more.
    fetch: async (request) =>
      askApi(new Request(request, { signal: c.req.raw.signal }), c.env, session),
  });
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The content of an answer that is no refusal.
 *
 * @throws AppError with the API's own sentence.
 */
export function required<T>({ data, error, response }: Answer<T>): T {
  if (error !== undefined) throw asAppError(error);
  if (data === undefined) throw new Error(`The API answered ${response.status} without content.`);
  return data;
}

/** What the API refused, as its own error; a refusal in a form is shown beside its fields. */
export function refusal({ error }: Pick<Answer<unknown>, "error">): AppError | undefined {
  return error === undefined ? undefined : asAppError(error);
}

function asAppError(error: unknown): AppError {
  const problem = error as Problem;
  return new AppError(problem.code, problem.error, { fields: problem.errors ?? [] });
}
