/** The one shape of every refusal, and the one place where an error becomes a status. */
import type { Context } from "hono";
import type { Problem } from "@intray/sdk/schemas";
import { AppError, HTTP_STATUS } from "../../domain/errors.ts";
import type { Log } from "../../platform/log.ts";

/** An AppError as it is; anything else is a bug: logged whole, shown as a plain sentence. */
export function answerProblem(c: Context, error: Error, log: Log): Response {
  const request_id = c.res.headers.get("X-Request-Id") ?? "";
  const known = error instanceof AppError ? error : unknownProblem(c, error, log, request_id);
  for (const [name, value] of Object.entries(known.headers)) c.header(name, value);
  const body: Problem = {
    error: known.message,
    code: known.code,
    request_id,
    ...(known.fields.length === 0 ? {} : { errors: [...known.fields] }),
  };
  return c.json(body, HTTP_STATUS[known.code]);
}

function unknownProblem(c: Context, error: Error, log: Log, request_id: string): AppError {
  log.error(
    { err: error, request_id, method: c.req.method, path: c.req.path },
    "A request failed.",
  );
  return new AppError(
    "internal",
    `The server failed at this request; nothing is known to be wrong with it. Try again, and name ${request_id} when you report it.`,
  );
}
