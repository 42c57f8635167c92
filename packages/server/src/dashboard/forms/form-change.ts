/** The API request made from the typed settings of a form. */
import type { Form, FormSettings as FormChange } from "@intray/sdk/schemas";
import type { MailSettings } from "../../domain/mail/settings.ts";
import type { Posted } from "../http/body.ts";
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

/**
 * Returns the typed settings as the API expects them, unvalidated: the API checks them. Those for e-mail and
 * the field rules are on forms of their own.
 */
export function formChange(posted: Posted): TypedSettings {
  const text = (name: string) => posted.text(name).trim();
  const orNull = (name: string) => (text(name) === "" ? null : text(name));
  const provider = text("captcha") as "" | NonNullable<Form["captcha"]>["provider"];
  const secret = text("captcha_secret");
  return {
    name: text("name"),
    project_id: text("project_id") === "" ? null : Number(text("project_id")),
    timezone: text("timezone"),
    redirect_url: orNull("redirect_url"),
    redirect_heading: orNull("redirect_heading"),
    redirect_message: orNull("redirect_message"),
    use_ajax: posted.has("use_ajax"),
    origin_service: orNull("origin_service") as Form["origin_service"],
    recaptcha_failed_url: orNull("recaptcha_failed_url"),
    redirect_button_text: orNull("redirect_button_text"),
    redirect_button_url: orNull("redirect_button_url"),
    redirect_button_background_color: orNull("redirect_button_background_color"),
    redirect_button_text_color: orNull("redirect_button_text_color"),
    contribute_to_spam_training: posted.has("contribute_to_spam_training"),
    honeypot_field: text("honeypot_field"),
    duplicate_filter: posted.has("duplicate_filter"),
    allowed_domains: [...posted.lines("allowed_domains")],
    blocked_domains: [...posted.lines("blocked_domains")],
    content_blacklist: [...posted.lines("content_blacklist")],
    spam_checks: Object.fromEntries(CHECK_NAMES.map((name) => [name, posted.has(`check_${name}`)])),
    captcha:
      provider === ""
        ? null
        : {
            provider,
            site_key: orNull("captcha_site_key"),
            ...(secret === "" ? {} : { secret }),
          },
    retention_days: numberOrNull(text("retention_days")),
    retention_includes_unread: posted.has("retention_includes_unread"),
    lead_scoring: {
      enabled: posted.has("lead_scoring"),
      provider: text("lead_provider") === "http" ? "http" : "rules",
      instructions: orNull("lead_instructions"),
      delivery_wait_seconds: numberOrNull(text("lead_wait")) ?? 30,
    },
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
