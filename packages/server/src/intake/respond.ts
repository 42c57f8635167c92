/** Whether a post is answered as JSON or as a page, and with what. */
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import type { Problem } from "@intray/sdk/schemas";
import { type AppError, HTTP_STATUS } from "../errors.ts";
import type { IntakeForm } from "../store/form-lookup.ts";
import type { AcceptedPost } from "./accept.ts";
import { errorPage, thanksPage } from "./pages.tsx";

/** A program asks: by `Accept`, by the path's `.json`, by a JSON body or by `X-Requested-With`. */
export function wantsJson(c: Context): boolean {
  if (c.req.path.endsWith(".json")) return true;
  if (c.req.header("x-requested-with") !== undefined) return true;
  if (/^\s*application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) return true;
  const accept = c.req.header("accept");
  if (accept === undefined || !accept.includes("json")) return false;
  return (
    accepts(c, {
      header: "Accept",
      supports: ["text/html", "application/json"],
      default: "text/html",
    }) === "application/json"
  );
}

/** Given whole with the answer: headers that are set one by one cost Hono another pass. */
export interface AnswerHeaders extends Record<string, string> {
  readonly "X-Request-Id": string;
}

export async function answerAccepted(
  c: Context,
  form: IntakeForm,
  { id, redirectUrl }: AcceptedPost,
  headers: AnswerHeaders,
): Promise<Response> {
  if (wantsJson(c)) return c.json({ success: true, id, redirect_url: redirectUrl }, 200, headers);
  if (redirectUrl !== null) return c.body(null, 303, { ...headers, Location: redirectUrl });
  return c.html(await thanksPage(form), 200, { ...headers, ...PAGE_HEADERS });
}

export async function answerRefused(
  c: Context,
  error: AppError,
  headers: AnswerHeaders,
): Promise<Response> {
  const status = HTTP_STATUS[error.code];
  const all = {
    ...headers,
    ...error.headers,
    // What is left of a body that is too large is not worth reading.
    ...(status === 413 ? { Connection: "close" } : {}),
  };
  const request_id = headers["X-Request-Id"];
  if (wantsJson(c)) {
    const body: Problem = { error: error.message, code: error.code, request_id };
    return c.json(body, status, all);
  }
  return c.html(await errorPage(error.message, request_id), status, { ...all, ...PAGE_HEADERS });
}

const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action *; base-uri 'none'; frame-ancestors *",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
} as const;
