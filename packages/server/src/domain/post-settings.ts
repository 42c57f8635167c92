/** The settings of a form that say how its posts are read and answered, and whether it has a page. */

import { colorAdvice, normalizeColor } from "./mail/color.ts";
import type { FieldProblem } from "./errors.ts";
import type { OriginService } from "./origin-service.ts";

export interface PostSettings {
  /** Whether every post is answered with JSON, also if a browser navigates. */
  readonly use_ajax: boolean;
  /** The service that the form's page was moved from: its control fields are ours. */
  readonly origin_service: OriginService | null;
  /** Where a browser is sent whose post has a wrong captcha answer; `null` = where every post leads. */
  readonly recaptcha_failed_url: string | null;
  /** The button on the thank-you page. `null` = the built-in text. */
  readonly redirect_button_text: string | null;
  /** Where it leads; `null` = to the page that posted. */
  readonly redirect_button_url: string | null;
  /** `#rrggbb` in lower case, as is the next; `null` = the color of all buttons of the form. */
  readonly redirect_button_background_color: string | null;
  readonly redirect_button_text_color: string | null;
  /** Whether marks of the form's submissions train the account's spam classifier. */
  readonly contribute_to_spam_training: boolean;
  /** Whether everyone can open the page that shows the form. */
  readonly form_view_enabled: boolean;
}

export const POST_DEFAULTS: PostSettings = {
  use_ajax: false,
  origin_service: null,
  recaptcha_failed_url: null,
  redirect_button_text: null,
  redirect_button_url: null,
  redirect_button_background_color: null,
  redirect_button_text_color: null,
  contribute_to_spam_training: true,
  form_view_enabled: false,
};

const COLORS = ["redirect_button_background_color", "redirect_button_text_color"] as const;
const TEXTS = [
  "recaptcha_failed_url",
  "redirect_button_text",
  "redirect_button_url",
  ...COLORS,
] as const;

/** Returns the settings as they are stored: empty text as `null`, colors in lower case. Or the first problem. */
export function normalPostSettings<Change extends Partial<PostSettings>>(
  change: Change,
): { readonly settings: Change } | { readonly problem: FieldProblem } {
  const settings: { -readonly [Name in keyof PostSettings]?: PostSettings[Name] } = { ...change };
  for (const name of TEXTS) if (settings[name] === "") settings[name] = null;
  for (const name of COLORS) {
    const color = settings[name];
    if (color == null) continue;
    const stored = normalizeColor(color);
    if (stored === undefined) {
      return { problem: { field: name, code: "invalid", message: colorAdvice(name, color) } };
    }
    settings[name] = stored;
  }
  return { settings: settings as Change };
}
