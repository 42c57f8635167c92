/** Rejects invalid settings of a form when they are saved, and invalid e-mail settings when they are previewed. */
import { checkTemplate } from "../../delivery/template/check-template.ts";
import { wrongTemplate } from "../../delivery/template/problem.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import { FORM_SETTINGS, type FormChange } from "../../domain/form.ts";
import { MAIL_TEMPLATES, templateType } from "../../domain/mail/settings.ts";
import { normalizeSettings } from "../../domain/setting.ts";

/**
 * Returns the settings of a request as they are stored.
 *
 * @throws AppError `invalid` naming the member and the problem, for a template with line and column.
 */
export function usableSettings<Change extends FormChange>(change: Change): Change {
  const normal = normalizeSettings(FORM_SETTINGS, change);
  if ("problem" in normal) {
    throw new AppError("invalid", normal.problem.message, { fields: [normal.problem] });
  }
  for (const name of MAIL_TEMPLATES) {
    const template = normal.settings[name];
    const problem = template == null ? undefined : checkTemplate(template, templateType(name));
    if (problem !== undefined) throw invalid(name, wrongTemplate(problem));
  }
  return normal.settings;
}
