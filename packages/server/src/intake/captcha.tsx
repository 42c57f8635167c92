/** The captcha of a form, as pages and scripts need it. */
import { AppError } from "../domain/errors.ts";
import type { Captcha } from "../domain/form.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";

/** A captcha without its secret. */
export interface PublicCaptcha {
  readonly provider: Captcha["provider"];
  readonly site_key: string | null;
  /** Of ALTCHA; `null` for the others. */
  readonly challenge_url: string | null;
}

/** `null` if the form has none. @param formUrl The form's address, which may be relative. */
export function publicCaptcha(
  { captcha }: Pick<IntakeForm, "captcha">,
  formUrl: string,
): PublicCaptcha | null {
  if (captcha === null) return null;
  const { provider, site_key = null } = captcha;
  return {
    provider,
    site_key,
    challenge_url: provider === "altcha" ? `${formUrl}/challenge` : null,
  };
}

export const ANSWER_FIELD = {
  altcha: "altcha",
  turnstile: "cf-turnstile-response",
  hcaptcha: "h-captcha-response",
  recaptcha: "g-recaptcha-response",
} as const satisfies Record<Captcha["provider"], string>;

/** A post that is stored as spam, since its captcha was not solved. The visitor can solve it and send again. */
export class UnansweredCaptchaError extends AppError {
  readonly captcha: PublicCaptcha;
  /** The submission. */
  readonly id: number;

  constructor(captcha: PublicCaptcha, id: number) {
    super(
      "invalid",
      `The form has a captcha (${captcha.provider}), and the post has no valid answer to it; it was stored as spam. Put the captcha on the page: the form's page in the dashboard shows how.`,
    );
    this.captcha = captcha;
    this.id = id;
  }
}

/** Where the widgets load scripts, frames and data from, as directives of a Content-Security-Policy. */
const SOURCES = {
  altcha: "script-src 'self'; connect-src 'self'; ",
  turnstile:
    "script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com; ",
  hcaptcha:
    "script-src 'self' https://hcaptcha.com https://*.hcaptcha.com; frame-src https://hcaptcha.com https://*.hcaptcha.com; connect-src https://hcaptcha.com https://*.hcaptcha.com; ",
  recaptcha:
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/; frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/; ",
} as const satisfies Record<Captcha["provider"], string>;

export const captchaSources = (captcha: Pick<Captcha, "provider"> | null): string =>
  captcha === null ? "" : SOURCES[captcha.provider];

export function CaptchaWidget({ captcha }: { readonly captcha: PublicCaptcha }) {
  const { provider, site_key, challenge_url } = captcha;
  return (
    <>
      <p
        data-intray-captcha={provider}
        data-sitekey={site_key ?? undefined}
        data-challenge={challenge_url ?? undefined}
      />
      <script src="/captcha.js" defer />
    </>
  );
}
