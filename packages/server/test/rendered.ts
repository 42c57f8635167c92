/** Renders templates for tests. */
import { compileTemplate } from "../src/delivery/template/compile.ts";
import type { TemplateSyntax } from "../src/delivery/template/content-types.ts";
import { renderTemplate } from "../src/delivery/template/render.ts";
import type { PayloadSource } from "../src/domain/delivery/payload-source.ts";
import { EMPTY_SUBMISSION, FULL_SUBMISSION } from "./payload-sources.ts";

/** @throws Error with the problem of the template. */
export function renderBody(
  contentType: TemplateSyntax,
  template: string,
  submission: PayloadSource = FULL_SUBMISSION,
) {
  const compiled = compileTemplate(template, contentType);
  if (compiled.kind === "problem") throw new Error(JSON.stringify(compiled.problem));
  return renderTemplate(compiled.template, submission);
}

export const renderText = (...args: Parameters<typeof renderBody>) => renderBody(...args).text;

export const withField = (value: string | readonly string[], name = "x"): PayloadSource => ({
  ...EMPTY_SUBMISSION,
  fields: [[name, value]],
});
