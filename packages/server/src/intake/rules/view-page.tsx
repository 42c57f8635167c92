/** `GET /v/<form>`: the page that shows a form, made from its field rules. Other sites may frame it. */
import { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import { FORM_VIEW_SCRIPT, type ShownFormView } from "../../domain/fields/form-view.ts";
import type { Language } from "../../platform/language.ts";
import type { IntakeForm } from "../../store/forms/form-lookup.ts";
import type { IntakeParts } from "../accept.ts";
import { CaptchaWidget, publicCaptcha } from "../captcha.tsx";
import { languageOf } from "../language.ts";
import { TEXTS } from "../texts.ts";
import { answerPage } from "../page-answer.ts";
import { frame } from "../page-frame.tsx";
import { FieldInputs } from "./field-inputs.tsx";

export function viewRoutes(parts: Pick<IntakeParts, "store">): Hono {
  const routes = new Hono();
  routes.get("/v/:form", (c) => {
    const name = c.req.param("form");
    return answerPage(c, parts, name, {
      languageFor: ({ look }) =>
        languageOf(c.req.header("accept-language"), look.language ?? undefined),
      render: (form, language) => viewPage(form, `/f/${name}`, language),
      hasCaptcha: true,
      hasScript: true,
      ancestorsFor: ({ allowed_domains }) => ancestorsOf(allowed_domains),
    });
  });
  return routes;
}

/** The sites that may frame the page: those that may post, since a framed page posts from this server's origin. */
function ancestorsOf(allowed_domains: readonly string[]): string {
  if (allowed_domains.length === 0) return "*";
  // Host names may contain `;`, which would end the directive.
  const hosts = allowed_domains
    .filter((domain) => /^[a-z0-9.-]+$/i.test(domain))
    .flatMap((domain) => [`${domain}:*`, `*.${domain}:*`]);
  return `'self' ${hosts.join(" ")}`;
}

/** @throws AppError `not_found` if the page is not enabled, or there is nothing to show. */
async function viewPage(form: IntakeForm, action: string, language: Language): Promise<string> {
  const { rules, form_view_enabled } = form;
  if (rules === null || !form_view_enabled) {
    throw new AppError(
      "not_found",
      "This form has no page. Its owner can enable it on the page with the fields of the form.",
    );
  }
  return renderFormView(
    { form: { ...form, fields: rules.fields }, action, language },
    FORM_VIEW_SCRIPT,
  );
}

/** @param script Sizes the frame that the page is in. */
export function renderFormView(
  { form, action, language }: ShownFormView,
  script?: string,
): Promise<string> {
  const { redirect_url, form_view_introduction } = form;
  const captcha = publicCaptcha(form, action);
  return frame({
    language,
    title: form.name,
    form,
    content: (
      <>
        <h1 dir="auto">{form.name}</h1>
        {form_view_introduction === null ? null : (
          <p class="message" dir="auto">
            {form_view_introduction}
          </p>
        )}
        {/* Most sites refuse to be framed, so the next page replaces the whole one. */}
        <form
          method="post"
          action={action}
          enctype="multipart/form-data"
          target={redirect_url === null ? undefined : "_top"}
        >
          <FieldInputs fields={form.fields} />
          <input type="hidden" name="_source_url" value="" />
          <label class="trap" aria-hidden="true">
            Leave this empty <input name={form.honeypot_field} tabindex={-1} autocomplete="off" />
          </label>
          {captcha === null ? null : <CaptchaWidget captcha={captcha} />}
          <button type="submit">{TEXTS[language].send}</button>
        </form>
        {script === undefined ? null : <script src={script} async />}
      </>
    ),
  });
}
