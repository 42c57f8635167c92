/** Whether a post is answered as JSON or as a page, and with what. */
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { type AppError, HTTP_STATUS } from "../errors.ts";
import type { IntakeForm } from "../store/form-lookup.ts";
import type { AcceptedPost } from "./accept.ts";
import { errorPage, thanksPage } from "./pages.tsx";

/** A program asks: by `Accept`, by the path's `.json`, by a JSON body or by `X-Requested-With`. */
export function wantsJson(c: Context): boolean {
  if (c.req.path.endsWith(".json")) return true;
  if (c.req.header("x-requested-with") !== undefined) return true;
  if (c.req.header("content-type")?.startsWith("application/json") === true) return true;
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

export async function answerAccepted(
  c: Context,
  form: IntakeForm,
  { id, redirectUrl }: AcceptedPost,
): Promise<Response> {
  if (wantsJson(c)) return c.json({ success: true, id, redirect_url: redirectUrl });
  if (redirectUrl !== null) return c.redirect(redirectUrl, 303);
  return page(c, await thanksPage(form), 200);
}

export async function answerRefused(c: Context, error: AppError): Promise<Response> {
  const status = HTTP_STATUS[error.code];
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  // What is left of a body that is too large is not worth reading.
  if (status === 413) c.header("Connection", "close");
  const requestId = c.res.headers.get("X-Request-Id") ?? "";
  if (wantsJson(c)) {
    return c.json({ error: error.message, code: error.code, request_id: requestId }, status);
  }
  return page(c, await errorPage(error.message, requestId), status);
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action *; base-uri 'none'; frame-ancestors *";

function page(
  c: Context,
  html: string,
  status: 200 | (typeof HTTP_STATUS)[keyof typeof HTTP_STATUS],
) {
  c.header("Content-Security-Policy", PAGE_POLICY);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cache-Control", "no-store");
  return c.html(html, status);
}
