/** Rejects invalid e-mail settings of a form when they are saved. */
import { checkTemplate } from "../delivery/template/check-template.ts";
import { AppError, invalid } from "../domain/errors.ts";
import { type MailSettings, normalMailSettings } from "../domain/mail/settings.ts";

/** Subjects, texts and HTML bodies. */
const TEMPLATES = [
  "notification_subject",
  "autoreply_subject",
  "autoreply_body",
  "custom_template",
  "autoreply_custom_template",
] as const satisfies readonly (keyof MailSettings)[];

/**
 * Returns the settings of a request as they are stored.
 *
 * @throws AppError `invalid` naming the member and the problem, for a template with line and column.
 */
export function usableMailSettings<Change extends Partial<MailSettings>>(change: Change): Change {
  const normal = normalMailSettings(change);
  if ("problem" in normal) {
    throw new AppError("invalid", normal.problem.message, { fields: [normal.problem] });
  }
  for (const name of TEMPLATES) {
    const template = normal.settings[name];
    if (template != null) requireTemplate(name, template);
  }
  return normal.settings;
}

function requireTemplate(name: string, template: string): void {
  const problem = checkTemplate(template, "text/plain");
  if (problem === undefined) return;
  throw invalid(
    name,
    `The template is wrong in line ${problem.line}, column ${problem.column}: ${problem.message}`,
  );
}
