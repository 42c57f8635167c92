/** A refusal as the server worded it; a page of somebody else's is said to be one. Pure. */
import { ApiError } from "../errors.ts";
import { parseRetryAfter } from "./retry-after.ts";
import type { Problem } from "../schemas.ts";

/** An answer that was read to its end. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export function refusal({ status, headers, bytes }: ReadAnswer, now: number): ApiError {
  const problem = parseProblem(bytes);
  const requestId = problem?.request_id ?? headers["x-request-id"];
  const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
  const what =
    problem?.error ??
    `The server answered ${status} without Intray's error body; something between may have answered in its place.`;
  const wait =
    retryAfterMs === undefined
      ? ""
      : ` It asks to be left alone for ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return new ApiError(what + wait, {
    status,
    code: problem?.code,
    requestId,
    fieldErrors: problem?.errors ?? [],
    hasErrorBody: problem !== undefined,
    retryAfterMs,
  });
}

/** Whether the service turned the request away before it did anything. */
export function isTurnedAway({ status, bytes }: ReadAnswer): boolean {
  if (status === 429) return true;
  // Of a proxy's own 503 nobody knows how far the request came.
  const code = status === 503 ? parseProblem(bytes)?.code : undefined;
  return code === "overloaded" || code === "draining";
}

/** Only what has every member of ours: half of all services have an `error` and a `code`. */
function parseProblem(bytes: Buffer): Problem | undefined {
  try {
    const body = JSON.parse(bytes.toString("utf8")) as Partial<Problem> | null;
    const isOurs =
      typeof body?.error === "string" &&
      typeof body.code === "string" &&
      typeof body.request_id === "string" &&
      (body.errors === undefined || Array.isArray(body.errors));
    return isOurs ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}
