/** The body and status of every error response. */
import type { Context } from "hono";
import type { Problem } from "@intray/sdk/schemas";
import { AppError, type FieldProblem, HTTP_STATUS } from "../../domain/errors.ts";
import { lacksHandles, Outage } from "../../domain/outage.ts";
import type { Log } from "../../platform/log.ts";

/** An AppError is shown as it is. Any other error is a bug: it is logged and answered as `internal`. */
export function answerProblem(c: Context, error: Error, log: Log): Response {
  const request_id = c.res.headers.get("X-Request-Id") ?? "";
  const known = error instanceof AppError ? error : unknownProblem(c, error, log, request_id);
  for (const [name, value] of Object.entries(known.headers)) c.header(name, value);
  const body: Problem = {
    error: known.message,
    code: known.code,
    request_id,
    ...(known.fields.length === 0 ? {} : { errors: known.fields.map(withoutExpected) }),
  };
  return c.json(body, HTTP_STATUS[known.code]);
}

const withoutExpected = ({ expected: _, ...problem }: FieldProblem) => problem;

function unknownProblem(c: Context, error: Error, log: Log, request_id: string): AppError {
  if (lacksHandles(error)) {
    log.warn({ err: error, request_id }, "A request found no file handle for what it needed.");
    return new Outage("out_of_handles", { cause: error });
  }
  log.error(
    { err: error, request_id, method: c.req.method, path: c.req.path },
    "A request failed with an unexpected error.",
  );
  return new AppError(
    "internal",
    `The server failed to handle this request because of an internal error. Try again. If you report the error, include the request id ${request_id}.`,
  );
}
