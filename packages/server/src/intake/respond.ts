/** Builds the response to a post: JSON or an HTML page. */
import type { IncomingHttpHeaders } from "node:http";
import type { PostResult, PostFieldProblem, PostProblem } from "@intray/sdk/schemas";
import { logoOf, type Look, PLAIN } from "../domain/brand.ts";
import { type AppError, HTTP_STATUS, type ErrorCode } from "../domain/errors.ts";
import type { Language } from "../platform/language.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { AcceptedPost } from "./accept.ts";
import { acceptsPage, JSON_TYPE } from "./accept-header.ts";
import { captchaSources, UnansweredCaptchaError, ANSWER_FIELD } from "./captcha.tsx";
import { languageOf } from "./language.ts";
import { TEXTS, type PageTexts } from "./texts.ts";
import type { BrandedForm } from "./page-frame.tsx";
import { errorPage, thanksPage } from "./pages.tsx";
import type { ResendInput } from "./resend.ts";
import { type ExceededLimit, LimitError } from "./parse/limits.ts";
import { reasonIn } from "./reason.ts";
import { BrokenRulesError, problemsIn } from "./rules/broken-rules.ts";

export interface FormResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface ResponseContext {
  /** The form's part of the path, as it was sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** `undefined` if it was not found. */
  readonly form?: (BrandedForm & Pick<IntakeForm, "use_ajax" | "rules">) | undefined;
  /** The language that the form's page asks for. */
  readonly language?: Language | null;
}

/**
 * Whether the response is JSON. A script cannot follow a redirect to another site: the browser would stop it, and
 * the visitor would be shown an error for a post that was stored.
 */
export function prefersJson({ path, headers, form }: ResponseContext): boolean {
  if (form?.use_ajax === true || path.endsWith(".json")) return true;
  if (headers["x-requested-with"] !== undefined) return true;
  if (/^\s*application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) return true;
  return !acceptsPage(headers.accept);
}

/**
 * The response to an accepted post. Only the hosted page is rendered asynchronously.
 *
 * @param thanksUrl The hosted thank-you page, named to scripts if there is no other page to show next.
 */
export function respondAccepted(
  context: ResponseContext,
  form: IntakeForm,
  { id, redirectUrl, failedUrl, language: asked }: AcceptedPost,
  thanksUrl: () => string,
): FormResponse | Promise<FormResponse> {
  const { referer: referrer } = context.headers;
  const { look } = form;
  const language = asked ?? visitorLanguage(context);
  if (prefersJson(context)) {
    return json(200, {
      success: true,
      ok: true,
      status: "success",
      code: 200,
      id,
      message: form.redirect_message ?? TEXTS[language].received,
      next: redirectUrl ?? thanksUrl(),
      redirect_url: redirectUrl,
    } satisfies PostResult);
  }
  const location = failedUrl ?? redirectUrl;
  if (location !== null) return { status: 303, headers: { Location: location }, body: "" };
  return thanksPage({ form, language, referrer }).then((body) => page(200, body, language, look));
}

/** The response to a rejected post. @param resend The input that the page offers to send again. */
export async function errorResponse(
  context: ResponseContext,
  error: AppError,
  requestId: string,
  resend?: ResendInput,
): Promise<FormResponse> {
  const { code, headers } = error;
  const status = HTTP_STATUS[code];
  const { form } = context;
  const { look = PLAIN } = form ?? {};
  const language = context.language ?? visitorLanguage(context);
  // A delivery that came back: its sender logs the response, so it is short, whatever the body was.
  const isForLog = code === "loop_detected";
  const response =
    isForLog || prefersJson(context)
      ? json(status, postProblem(error, requestId, TEXTS[language]))
      : page(
          status,
          await errorPage({ error, requestId, language, resend, form }),
          language,
          look,
          error instanceof UnansweredCaptchaError
            ? { ...ANSWER_POLICY, sources: captchaSources(error.captcha) }
            : ANSWER_POLICY,
        );
  // Close the connection instead of reading the rest of a body that is too large.
  const closing = status === 413 ? { Connection: "close" } : {};
  return { ...response, headers: { ...response.headers, ...headers, ...closing } };
}

const visitorLanguage = ({ headers, form }: ResponseContext): Language =>
  languageOf(headers["accept-language"], form?.look.language ?? undefined);

const json = (status: number, body: object): FormResponse => ({
  status,
  headers: { "Content-Type": JSON_TYPE },
  body: JSON.stringify(body),
});

/** What a hosted page may do beside showing text and its logo, as parts of a content security policy. */
interface PagePolicy {
  /** Further directives, such as {@link captchaSources}. */
  readonly sources: string;
  /** The sites that may show the page in a frame. */
  readonly ancestors: string;
}

/** A page may be the answer to a form in a frame of any site. */
const ANSWER_POLICY: PagePolicy = { sources: "", ancestors: "*" };

/** An HTML response. The policy allows no scripts but those of `sources`, and no images but those of the logo's origin. */
export const page = (
  status: number,
  body: string,
  language: Language,
  look: Look = PLAIN,
  { sources, ancestors }: PagePolicy = ANSWER_POLICY,
): FormResponse => ({
  status,
  headers: {
    "Content-Type": "text/html; charset=UTF-8",
    "Content-Language": language,
    "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; ${imageSource(look)}${sources}form-action *; base-uri 'none'; frame-ancestors ${ancestors}`,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  },
  body,
});

function imageSource(look: Look): string {
  const logo = logoOf(look);
  return logo === undefined ? "" : `img-src ${logo.origin}; `;
}

/** @param texts In the visitor's language. */
function postProblem(error: AppError, request_id: string, texts: PageTexts): PostProblem {
  const { code } = error;
  const fields =
    error instanceof BrokenRulesError ? problemsIn(texts.rules, error.broken) : error.fields;
  const message = reasonIn(texts, error);
  return {
    success: false,
    ok: false,
    status: "error",
    error: error.message,
    message,
    code,
    errors: fields.length > 0 ? [...fields] : [{ ...kindOf(error), message }],
    request_id,
    ...(error instanceof UnansweredCaptchaError ? { id: error.id, captcha: error.captcha } : {}),
  };
}

/** Codes that other form services use; the scripts of their pages know them. */
const KNOWN_ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  forbidden: "BLOCKED",
  not_found: "FORM_NOT_FOUND",
};

const WHOLE_POST = "";

/** The fields that are to blame for a rejected post, as its response names them. */
export function blamedFields(error: AppError): readonly Omit<PostFieldProblem, "message">[] {
  const named = error.fields.length > 0 ? error.fields : [kindOf(error)];
  return named.flatMap(({ field, code }) => (field === WHOLE_POST ? [] : [{ field, code }]));
}

function kindOf(error: AppError): Omit<PostFieldProblem, "message"> {
  if (error instanceof UnansweredCaptchaError) {
    return { field: ANSWER_FIELD[error.captcha.provider], code: "CAPTCHA_REQUIRED" };
  }
  if (error instanceof LimitError) return kindOfLimit(error.limit);
  const code = KNOWN_ELSEWHERE[error.code] ?? error.code.toUpperCase();
  return { field: WHOLE_POST, code };
}

function kindOfLimit(limit: ExceededLimit): Omit<PostFieldProblem, "message"> {
  switch (limit.kind) {
    case "body":
      return { field: WHOLE_POST, code: "TOO_LARGE" };
    case "upload":
      return { field: WHOLE_POST, code: "FILES_TOO_BIG" };
    case "fields":
      return { field: WHOLE_POST, code: "TOO_MANY_FIELDS" };
    case "files":
      return { field: WHOLE_POST, code: "TOO_MANY_FILES" };
    case "field":
      return { field: limit.name, code: "FIELD_TOO_LONG" };
    case "file":
      return { field: limit.input, code: "FILES_TOO_BIG" };
  }
}
