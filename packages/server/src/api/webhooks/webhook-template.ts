/** Rejects an invalid template when it is saved, since no user is present when a submission is delivered. */
import { checkTemplate } from "../../delivery/template/check-template.ts";
import {
  isTemplateContentType,
  TEMPLATE_CONTENT_TYPES,
} from "../../delivery/template/content-types.ts";
import { wrongTemplate } from "../../delivery/template/problem.ts";
import { invalid } from "../../domain/errors.ts";
import type { WebhookSettings } from "../../domain/delivery/webhook.ts";

/**
 * Checks the template of a webhook with the format `custom`. Other formats do not use their template.
 *
 * @throws AppError `invalid` with line and column.
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
      `A template cannot be sent as ${sentAs}. Choose one of ${TEMPLATE_CONTENT_TYPES.join(", ")}.`,
    );
  }
  if (template === null) {
    throw invalid("template", "The format custom needs a template.");
  }
  const problem = checkTemplate(template, sentAs);
  if (problem === undefined) return;
  throw invalid("template", wrongTemplate(problem));
}
