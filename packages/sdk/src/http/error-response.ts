/** Converts error responses to errors, with the server's own message if the body is Intray's. Pure. */
import { ApiError } from "../errors.ts";
import { parseJson, textOf } from "./text.ts";
import type { Problem } from "../api-types.ts";

/** A complete response. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export function apiErrorOf({ status, headers, bytes }: ReadAnswer, now: number): ApiError {
  const problem = parseProblem(bytes);
  const requestId = problem?.request_id ?? headers["x-request-id"];
  const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
  const what =
    problem?.error ??
    `The server responded with ${status} without an Intray error body. The response may come from a proxy.`;
  const wait =
    retryAfterMs === undefined ? "" : ` Try again after ${Math.ceil(retryAfterMs / 1_000)} s.`;
  return new ApiError(what + wait, {
    status,
    code: problem?.code,
    requestId,
    fieldErrors: problem?.errors ?? [],
    hasErrorBody: problem !== undefined,
    retryAfterMs,
  });
}

/** Whether the server rejected the request before it did anything. */
export function isRejectedUnprocessed({ status, bytes }: ReadAnswer): boolean {
  if (status === 429) return true;
  // With a proxy's own 503 the request may have reached the server.
  const code = status === 503 ? parseProblem(bytes)?.code : undefined;
  return code === "overloaded" || code === "draining";
}

/** Requires all members of Intray's error body: many services have an `error` and a `code`. */
function parseProblem(bytes: Uint8Array): Problem | undefined {
  const body = parseJson(textOf(bytes)) as Partial<Problem> | null | undefined;
  const isIntrays =
    typeof body?.error === "string" &&
    typeof body.code === "string" &&
    typeof body.request_id === "string" &&
    (body.errors === undefined || Array.isArray(body.errors));
  return isIntrays ? (body as Problem) : undefined;
}

/**
 * Parses the header Retry-After (RFC 9110, 10.2.3) to milliseconds from now; `undefined` if it is missing or
 * invalid.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
