/** The API request made from the typed settings of a form. */
import type { Form, FormSettings as FormChange } from "@intray/sdk/schemas";
import type { MailSettings } from "../../domain/mail/settings.ts";
import type { Posted } from "../http/body.ts";
import { type InputReaders, readInputs } from "../http/own-changes.ts";
import { CHECK_NAMES } from "./spam-checks.ts";

/** Other names of settings that the page has. */
type OriginalName =
  | "force_recaptcha"
  | "force_hcaptcha"
  | "force_turnstile"
  | "turnstile_site_key"
  | "turnstile_secret"
  | "smtp_email_validation"
  | "whitelist_source_domains";

/** The settings that the page has. */
type TypedSettings = Required<
  Omit<
    FormChange,
    keyof MailSettings | "fields" | "form_view_enabled" | "opening_marks_read" | OriginalName
  >
>;

/** The settings as the API expects them, unvalidated. Those for e-mail and the field rules are on forms of their own. */
const INPUTS: InputReaders<TypedSettings> = {
  name: (posted) => textOf(posted, "name"),
  project_id: (posted) =>
    textOf(posted, "project_id") === "" ? null : Number(textOf(posted, "project_id")),
  timezone: (posted) => textOf(posted, "timezone"),
  redirect_url: (posted) => orNull(posted, "redirect_url"),
  redirect_heading: (posted) => orNull(posted, "redirect_heading"),
  redirect_message: (posted) => orNull(posted, "redirect_message"),
  use_ajax: (posted) => posted.has("use_ajax"),
  origin_service: (posted) => orNull(posted, "origin_service") as Form["origin_service"],
  recaptcha_failed_url: (posted) => orNull(posted, "recaptcha_failed_url"),
  redirect_button_text: (posted) => orNull(posted, "redirect_button_text"),
  redirect_button_url: (posted) => orNull(posted, "redirect_button_url"),
  redirect_button_background_color: (posted) => orNull(posted, "redirect_button_background_color"),
  redirect_button_text_color: (posted) => orNull(posted, "redirect_button_text_color"),
  contribute_to_spam_training: (posted) => posted.has("contribute_to_spam_training"),
  honeypot_field: (posted) => textOf(posted, "honeypot_field"),
  duplicate_filter: (posted) => posted.has("duplicate_filter"),
  allowed_domains: (posted) => [...posted.lines("allowed_domains")],
  blocked_domains: (posted) => [...posted.lines("blocked_domains")],
  content_blacklist: (posted) => [...posted.lines("content_blacklist")],
  spam_checks: (posted) =>
    Object.fromEntries(CHECK_NAMES.map((name) => [name, posted.has(`check_${name}`)])),
  captcha: readCaptcha,
  retention_days: (posted) => numberOrNull(textOf(posted, "retention_days")),
  retention_includes_unread: (posted) => posted.has("retention_includes_unread"),
  lead_scoring: (posted) => ({
    enabled: posted.has("lead_scoring"),
    provider: textOf(posted, "lead_provider") === "http" ? "http" : "rules",
    instructions: orNull(posted, "lead_instructions"),
    delivery_wait_seconds: numberOrNull(textOf(posted, "lead_wait")) ?? 30,
  }),
};

/** Returns the typed settings of the inputs on the page. */
export const formChange = (posted: Posted): Partial<TypedSettings> => readInputs(posted, INPUTS);

const textOf = (posted: Posted, name: string) => posted.text(name).trim();
const orNull = (posted: Posted, name: string) => textOf(posted, name) || null;

function readCaptcha(posted: Posted): TypedSettings["captcha"] {
  const provider = textOf(posted, "captcha") as "" | NonNullable<Form["captcha"]>["provider"];
  const secret = textOf(posted, "captcha_secret");
  if (provider === "") return null;
  return {
    provider,
    site_key: orNull(posted, "captcha_site_key"),
    ...(secret === "" ? {} : { secret }),
  };
}

/** Returns the settings of a form as {@link formChange} returns them if nothing is changed on its page. */
export function storedSettings(form: Form): { readonly [K in keyof TypedSettings]: unknown } {
  const { captcha, lead_scoring: leads } = form;
  return {
    name: form.name,
    project_id: form.project_id,
    timezone: form.timezone,
    redirect_url: form.redirect_url,
    redirect_heading: form.redirect_heading,
    redirect_message: form.redirect_message,
    use_ajax: form.use_ajax,
    origin_service: form.origin_service,
    recaptcha_failed_url: form.recaptcha_failed_url,
    redirect_button_text: form.redirect_button_text,
    redirect_button_url: form.redirect_button_url,
    redirect_button_background_color: form.redirect_button_background_color,
    redirect_button_text_color: form.redirect_button_text_color,
    contribute_to_spam_training: form.contribute_to_spam_training,
    honeypot_field: form.honeypot_field,
    duplicate_filter: form.duplicate_filter,
    allowed_domains: form.allowed_domains,
    blocked_domains: form.blocked_domains,
    content_blacklist: form.content_blacklist,
    spam_checks: form.spam_checks,
    captcha:
      captcha === null ? null : { provider: captcha.provider, site_key: captcha.site_key ?? null },
    retention_days: form.retention_days === 0 ? null : form.retention_days,
    retention_includes_unread: form.retention_includes_unread,
    lead_scoring: {
      enabled: leads.enabled,
      provider: leads.provider ?? "rules",
      instructions: leads.instructions ?? null,
      delivery_wait_seconds: leads.delivery_wait_seconds ?? 30,
    },
  };
}

/** Text that is not a number is returned unchanged, so that the API rejects it. */
const numberOrNull = (text: string): number | null =>
  text === "" ? null : Number.isNaN(Number(text)) ? (text as never) : Number(text);
