/** Renders the templates that a form has for its mails, by the same tags as the payloads of webhooks. */
import type { PayloadSource } from "../domain/delivery/payload-source.ts";
import { createCompiledTemplates } from "../delivery/template/compile.ts";
import { wrongTemplate, RenderError } from "../delivery/template/problem.ts";
import { renderTemplate } from "../delivery/template/render.ts";
import { type MailSettings, type MailTemplate, templateType } from "../domain/mail/settings.ts";
import { visible } from "../platform/text/safe-text.ts";
import { textOfHtml } from "./text-of-html.ts";

type HtmlTemplate = "custom_template" | "autoreply_custom_template";

const compileOnce = createCompiledTemplates();

/**
 * The text that the template renders; `undefined` if the form has none, or if it renders only white space.
 *
 * @throws RenderError
 */
export function ownText(
  name: Exclude<MailTemplate, HtmlTemplate>,
  settings: MailSettings,
  source: PayloadSource,
): string | undefined {
  const text = render(name, settings, source);
  return text === undefined || text.trim() === "" ? undefined : visible(text).trim();
}

/**
 * The HTML and the text that the template renders; `undefined` if the form has none, or does not use it.
 *
 * @throws RenderError
 */
export function ownHtml(
  name: HtmlTemplate,
  settings: MailSettings,
  source: PayloadSource,
): { readonly html: string; readonly text: string } | undefined {
  const html = render(name, settings, source);
  return html === undefined ? undefined : { html, text: textOfHtml(html) };
}

function render(
  name: MailTemplate,
  settings: MailSettings,
  source: PayloadSource,
): string | undefined {
  const template = settings[name];
  if (template === null) return undefined;
  const compiled = compileOnce(template, templateType(name));
  if (compiled.kind === "compiled") return renderTemplate(compiled.template, source).text;
  throw new RenderError("not_compiled", wrongTemplate(compiled.problem), compiled.problem);
}
