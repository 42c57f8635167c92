/** Reads the e-mail settings of a form as they were typed. */
import type { Form, FormSettings } from "@intray/sdk/schemas";
import {
  MAIL_DEFAULTS,
  type MailSettings,
  type NotificationAttachments,
  type NotificationSchedule,
  type Weekday,
} from "../../domain/mail/settings.ts";
import type { Language } from "../../platform/language.ts";
import type { Posted } from "../http/body.ts";

export type MailChange = Required<Pick<FormSettings, keyof MailSettings>>;

/** Returns the typed settings as the API expects them, unvalidated: the API checks them. */
export function mailChange(posted: Posted): MailChange {
  const text = (name: keyof MailSettings) => posted.textArea(name).trim();
  const orNull = (name: keyof MailSettings) => (text(name) === "" ? null : text(name));
  const isSet = (name: keyof MailSettings) => posted.has(name);
  return {
    notification_emails: text("notification_emails"),
    notification_cc_emails: text("notification_cc_emails"),
    notification_bcc_emails: text("notification_bcc_emails"),
    notification_subject: orNull("notification_subject"),
    notification_from_name: orNull("notification_from_name"),
    notification_schedule: text("notification_schedule") as NotificationSchedule,
    notification_hour: Number(text("notification_hour")),
    notification_weekday: text("notification_weekday") as Weekday,
    exclude_submitter_from_reply: isSet("exclude_submitter_from_reply"),
    notification_attachments: text("notification_attachments") as NotificationAttachments,
    data_receipt_email: isSet("data_receipt_email"),
    autoreply: isSet("autoreply"),
    autoreply_subject: orNull("autoreply_subject"),
    autoreply_body: orNull("autoreply_body"),
    autoreply_from_name: orNull("autoreply_from_name"),
    autoreply_greeting: orNull("autoreply_greeting"),
    autoreply_name: orNull("autoreply_name"),
    autoreply_title: orNull("autoreply_title"),
    autoreply_email: orNull("autoreply_email"),
    custom_template: orNull("custom_template"),
    use_custom_template: isSet("use_custom_template"),
    autoreply_custom_template: orNull("autoreply_custom_template"),
    autoreply_use_custom_template: isSet("autoreply_use_custom_template"),
    hide_dashboard_button: isSet("hide_dashboard_button"),
    logo: orNull("logo"),
    button_background_color: orNull("button_background_color"),
    button_text_color: orNull("button_text_color"),
    language: orNull("language") as Language | null,
  };
}

/** Returns the settings of a form as {@link mailChange} returns them if nothing is changed on its page. */
export const storedMail = (
  form: Pick<Form, keyof MailSettings>,
): { readonly [K in keyof MailChange]: unknown } =>
  Object.fromEntries(
    Object.keys(MAIL_DEFAULTS).map((name) => [name, form[name as keyof MailSettings]]),
  ) as { readonly [K in keyof MailChange]: unknown };
