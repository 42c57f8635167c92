/** Answers a GET request with a hosted page of a form. */
import type { Context } from "hono";
import { AppError } from "../domain/errors.ts";
import type { Language } from "../platform/language.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { IntakeParts } from "./accept.ts";
import { captchaSources } from "./captcha.tsx";
import { findPostedForm, requireOpen } from "./form-address.ts";
import { errorResponse, type FormResponse, page } from "./respond.ts";

interface HostedPage {
  readonly languageFor: (form: IntakeForm) => Language;
  readonly render: (form: IntakeForm, language: Language) => Promise<string>;
  /** Whether the page has the form's captcha. */
  readonly hasCaptcha?: true | undefined;
  /** Whether the page loads a script of this server. */
  readonly hasScript?: true | undefined;
  /** The sites that may show the page in a frame, as in a content security policy. Default: every site. */
  readonly ancestorsFor?: (form: IntakeForm) => string;
}

/** The page, or an error if there is no such form. @param name The form's part of the path. */
export async function answerPage(
  c: Context,
  parts: Pick<IntakeParts, "store">,
  name: string,
  { languageFor, render, hasCaptcha, hasScript, ancestorsFor }: HostedPage,
): Promise<Response> {
  const requestId = c.res.headers.get("X-Request-Id") ?? "";
  try {
    const form = await findPostedForm(parts, name);
    requireOpen(form);
    const language = languageFor(form);
    const body = await render(form, language);
    const policy = {
      sources: sourcesOf(form, { hasCaptcha, hasScript }),
      ancestors: ancestorsFor?.(form) ?? "*",
    };
    return sent(page(200, body, language, form.look, policy), requestId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const context = { path: name, headers: c.req.header() };
    return sent(await errorResponse(context, error, requestId), requestId);
  }
}

function sourcesOf(
  { captcha }: IntakeForm,
  { hasCaptcha, hasScript }: Pick<HostedPage, "hasCaptcha" | "hasScript">,
): string {
  if (hasCaptcha === true && captcha !== null) return captchaSources(captcha);
  return hasScript === true ? "script-src 'self'; " : "";
}

const sent = ({ status, headers, body }: FormResponse, requestId: string) =>
  new Response(body, { status, headers: { ...headers, "X-Request-Id": requestId } });
