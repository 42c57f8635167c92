/** Format `custom`: renders the template of the webhook, sent with the webhook's content type. */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import type { WebhookSettings } from "../../domain/delivery/webhook.ts";
import { createCompiledTemplates } from "../template/compile.ts";
import type { TemplateContentType } from "../template/content-types.ts";
import { isTemplateContentType, TEMPLATE_CONTENT_TYPES } from "../template/content-types.ts";
import { wrongTemplate, RenderError } from "../template/problem.ts";
import { renderTemplate } from "../template/render.ts";

type CustomSettings = Pick<WebhookSettings, "template" | "content_type">;

const compileOnce = createCompiledTemplates();

/** @throws RenderError if there is no valid template, or if it renders no body for this submission. */
export function renderCustom({ template, content_type }: CustomSettings, source: PayloadSource) {
  if (template === null) {
    throw new RenderError(
      "no_template",
      "The format of the webhook is custom, but it has no template.",
    );
  }
  const compiled = compileOnce(template, templateContentType(content_type));
  if (compiled.kind === "problem") {
    throw new RenderError("not_compiled", wrongTemplate(compiled.problem), compiled.problem);
  }
  return renderTemplate(compiled.template, source);
}

/** JSON by default. */
function templateContentType(given: string | null): TemplateContentType {
  if (given === null) return "application/json";
  if (isTemplateContentType(given)) return given;
  throw new RenderError(
    "unknown_content_type",
    `A template cannot be sent as ${given}; choose one of ${TEMPLATE_CONTENT_TYPES.join(", ")}.`,
  );
}
