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
import { type InputReaders, readInputs } from "../http/own-changes.ts";

export type MailChange = Required<Pick<FormSettings, keyof MailSettings>>;

/** The settings as the API expects them, unvalidated: the API checks them. */
const INPUTS: InputReaders<MailChange> = {
  notification_emails: (posted) => textOf(posted, "notification_emails"),
  notification_cc_emails: (posted) => textOf(posted, "notification_cc_emails"),
  notification_bcc_emails: (posted) => textOf(posted, "notification_bcc_emails"),
  notification_subject: (posted) => orNull(posted, "notification_subject"),
  notification_from_name: (posted) => orNull(posted, "notification_from_name"),
  notification_schedule: (posted) =>
    textOf(posted, "notification_schedule") as NotificationSchedule,
  notification_hour: (posted) => Number(textOf(posted, "notification_hour")),
  notification_weekday: (posted) => textOf(posted, "notification_weekday") as Weekday,
  exclude_submitter_from_reply: (posted) => posted.has("exclude_submitter_from_reply"),
  notification_attachments: (posted) =>
    textOf(posted, "notification_attachments") as NotificationAttachments,
  data_receipt_email: (posted) => posted.has("data_receipt_email"),
  autoreply: (posted) => posted.has("autoreply"),
  autoreply_subject: (posted) => orNull(posted, "autoreply_subject"),
  autoreply_body: (posted) => orNull(posted, "autoreply_body"),
  autoreply_from_name: (posted) => orNull(posted, "autoreply_from_name"),
  autoreply_greeting: (posted) => orNull(posted, "autoreply_greeting"),
  autoreply_name: (posted) => orNull(posted, "autoreply_name"),
  autoreply_title: (posted) => orNull(posted, "autoreply_title"),
  autoreply_email: (posted) => orNull(posted, "autoreply_email"),
  custom_template: (posted) => orNull(posted, "custom_template"),
  use_custom_template: (posted) => posted.has("use_custom_template"),
  autoreply_custom_template: (posted) => orNull(posted, "autoreply_custom_template"),
  autoreply_use_custom_template: (posted) => posted.has("autoreply_use_custom_template"),
  hide_dashboard_button: (posted) => posted.has("hide_dashboard_button"),
  logo: (posted) => orNull(posted, "logo"),
  button_background_color: (posted) => orNull(posted, "button_background_color"),
  button_text_color: (posted) => orNull(posted, "button_text_color"),
  language: (posted) => orNull(posted, "language") as Language | null,
};

/** Returns the typed settings of the inputs on the page. */
export const mailChange = (posted: Posted): Partial<MailChange> => readInputs(posted, INPUTS);

const textOf = (posted: Posted, name: keyof MailSettings) => posted.textArea(name).trim();
const orNull = (posted: Posted, name: keyof MailSettings) => textOf(posted, name) || null;

/** Returns the settings of a form as {@link mailChange} returns them if nothing is changed on its page. */
export const storedMail = (
  form: Pick<Form, keyof MailSettings>,
): { readonly [K in keyof MailChange]: unknown } =>
  Object.fromEntries(
    Object.keys(MAIL_DEFAULTS).map((name) => [name, form[name as keyof MailSettings]]),
  ) as { readonly [K in keyof MailChange]: unknown };
