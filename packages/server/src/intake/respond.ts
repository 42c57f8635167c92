/** Builds the response to a post: JSON or an HTML page. */
import type { IncomingHttpHeaders } from "node:http";
import type { Problem } from "@intray/sdk/schemas";
import { logoOf, type Look, PLAIN } from "../domain/brand.ts";
import { type AppError, HTTP_STATUS } from "../domain/errors.ts";
import type { Language } from "../platform/language.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { AcceptedPost } from "./accept.ts";
import { JSON_TYPE, ranksJsonFirst } from "./accept-header.ts";
import { languageOf } from "./language.ts";
import type { BrandedForm } from "./page-frame.tsx";
import { errorPage, thanksPage } from "./pages.tsx";
import type { ResendInput } from "./resend.ts";

/** A response, ready to be written. */
export interface FormResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The parts of a request that decide the format and language of the response. */
export interface ResponseContext {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Whether the client expects JSON, by a path ending in `.json`, `X-Requested-With`, a JSON body or `Accept`. */
export function prefersJson({ path, headers }: ResponseContext): boolean {
  if (path.endsWith(".json") || headers["x-requested-with"] !== undefined) return true;
  if (/^\s*application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) return true;
  const { accept } = headers;
  if (accept === undefined || !accept.includes("json")) return false;
  return accept === JSON_TYPE || ranksJsonFirst(accept);
}

/** The response to an accepted post. Only the hosted page is rendered asynchronously. */
export function acceptedResponse(
  context: ResponseContext,
  form: IntakeForm,
  { id, redirectUrl }: AcceptedPost,
): FormResponse | Promise<FormResponse> {
  if (prefersJson(context)) return json(200, { success: true, id, redirect_url: redirectUrl });
  if (redirectUrl !== null) return { status: 303, headers: { Location: redirectUrl }, body: "" };
  const { "accept-language": accepted, referer: referrer } = context.headers;
  const { look } = form;
  const language = languageOf(accepted, look.language ?? undefined);
  return thanksPage({ form, language, referrer }).then((body) => page(200, body, language, look));
}

/**
 * The response to a rejected post.
 *
 * @param resend The input that the page offers to send again.
 * @param form Whose look the page has; `undefined` if it was not found.
 */
export async function errorResponse(
  context: ResponseContext,
  error: AppError,
  request_id: string,
  resend?: ResendInput,
  form?: BrandedForm,
): Promise<FormResponse> {
  const { code, message, headers } = error;
  const status = HTTP_STATUS[code];
  const { look = PLAIN } = form ?? {};
  const language = languageOf(context.headers["accept-language"], look.language ?? undefined);
  // A delivery that came back: its sender logs the response, so it is short, whatever the body was.
  const isForLog = code === "loop_detected";
  const response =
    isForLog || prefersJson(context)
      ? json(status, { error: message, code, request_id } satisfies Problem)
      : page(
          status,
          await errorPage({ error, requestId: request_id, language, resend, form }),
          language,
          look,
        );
  // Close the connection instead of reading the rest of a body that is too large.
  const closing = status === 413 ? { Connection: "close" } : {};
  return { ...response, headers: { ...response.headers, ...headers, ...closing } };
}

const json = (status: number, body: object): FormResponse => ({
  status,
  headers: { "Content-Type": JSON_TYPE },
  body: JSON.stringify(body),
});

/**
 * An HTML response. The policy allows no scripts, and no images but those of the logo's origin. Any site may show the
 * page in a frame.
 */
export const page = (
  status: number,
  body: string,
  language: Language,
  look: Look = PLAIN,
): FormResponse => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=UTF-8",
    "Content-Language": language,
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; ${imageSource(look)}form-action *; base-uri 'none'; frame-ancestors *`,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  },
  body,
});

function imageSource(look: Look): string {
  const logo = logoOf(look);
  return logo === undefined ? "" : `img-src ${logo.origin}; `;
}
