/** Whether a post is answered as JSON or as a page, and with what. */
import type { IncomingHttpHeaders } from "node:http";
import { parseAccept } from "hono/utils/accept";
import type { Problem } from "@intray/sdk/schemas";
import { type AppError, HTTP_STATUS } from "../domain/errors.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { AcceptedPost } from "./accept.ts";
import { type Language, languageOf } from "./language.ts";
import { errorPage, thanksPage } from "./pages.tsx";
import type { KeptInput } from "./send-again.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What of a request decides how it is answered. */
export interface Asking {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A program asks: by `Accept`, by the path's `.json`, by a JSON body or by `X-Requested-With`. */
export function wantsJson({ path, headers }: Asking): boolean {
  if (path.endsWith(".json") || headers["x-requested-with"] !== undefined) return true;
  if (/^\s*application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) return true;
  const { accept } = headers;
  if (accept === undefined || !accept.includes("json")) return false;
  return accept === JSON_TYPE || prefersJson(accept);
}

const JSON_TYPE = "application/json";

/** The parser sorts by weight, and leaves equals in their order; a wildcard says nothing. */
function prefersJson(accept: string): boolean {
  const wanted = parseAccept(accept)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase());
  return wanted.find((type) => type === JSON_TYPE || type === "text/html") === JSON_TYPE;
}

/** At once for a program; only a page has to be rendered. */
export function answerAccepted(
  asking: Asking,
  form: IntakeForm,
  { id, redirectUrl }: AcceptedPost,
): Answer | Promise<Answer> {
  if (wantsJson(asking)) return json(200, { success: true, id, redirect_url: redirectUrl });
  if (redirectUrl !== null) return { status: 303, headers: { Location: redirectUrl }, body: "" };
  const { "accept-language": accepted, referer: referrer } = asking.headers;
  const language = languageOf(accepted);
  return thanksPage({ form, language, referrer }).then((body) => page(200, body, language));
}

/** @param kept What was sent, for the person to send again. */
export async function answerRefused(
  asking: Asking,
  error: AppError,
  request_id: string,
  kept?: KeptInput,
): Promise<Answer> {
  const { code, message, headers } = error;
  const status = HTTP_STATUS[code];
  const language = languageOf(asking.headers["accept-language"]);
  const answer = wantsJson(asking)
    ? json(status, { error: message, code, request_id } satisfies Problem)
    : page(status, await errorPage({ error, requestId: request_id, language, kept }), language);
  // What is left of a body that is too large is not worth reading.
  const closing = status === 413 ? { Connection: "close" } : {};
  return { ...answer, headers: { ...answer.headers, ...headers, ...closing } };
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { "Content-Type": JSON_TYPE },
  body: JSON.stringify(body),
});

/** A page of ours that stands for itself: no script, and no frame is forbidden to show it. */
export const page = (status: number, body: string, language: Language): Answer => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=UTF-8",
    "Content-Language": language,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action *; base-uri 'none'; frame-ancestors *",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  },
  body,
});
