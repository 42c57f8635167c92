/** Rejects invalid e-mail settings of a form when they are saved. */
import { checkTemplate } from "../../delivery/template/check-template.ts";
import { wrongTemplate } from "../../delivery/template/problem.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import {
  MAIL_TEMPLATES,
  type MailSettings,
  type MailTemplate,
  normalMailSettings,
} from "../../domain/mail/settings.ts";

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
    const problem = template == null ? undefined : checkTemplate(template, MAIL_TEMPLATES[name]);
    if (problem !== undefined) throw invalid(name, wrongTemplate(problem));
  }
  return normal.settings;
}

const TEMPLATES = Object.keys(MAIL_TEMPLATES) as readonly MailTemplate[];
