/** Refuses a template when it is saved: a submission that comes later has nobody to tell. */
import { checkTemplate } from "../delivery/template/check-template.ts";
import {
  isTemplateContentType,
  TEMPLATE_CONTENT_TYPES,
} from "../delivery/template/content-types.ts";
import { invalid } from "../domain/errors.ts";
import type { WebhookSettings } from "../domain/webhook.ts";

/**
 * A webhook of another format may keep a template that it does not use.
 *
 * @throws AppError `invalid` with the line and column.
 */
export function requireUsableTemplate({
  format,
  template,
  content_type,
}: Pick<WebhookSettings, "format" | "template" | "content_type">): void {
  if (format !== "custom") return;
  const sentAs = content_type ?? "application/json";
  if (!isTemplateContentType(sentAs)) {
    throw invalid(
      "content_type",
      `A template cannot be sent as ${sentAs}; choose one of ${TEMPLATE_CONTENT_TYPES.join(", ")}.`,
    );
  }
  if (template === null) {
    throw invalid("template", "The format custom needs a template; send its text.");
  }
  const problem = checkTemplate(template, sentAs);
  if (problem === undefined) return;
  throw invalid(
    "template",
    `The template is wrong in line ${problem.line}, column ${problem.column}: ${problem.message}`,
  );
}
