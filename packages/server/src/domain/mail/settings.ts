/** The e-mail settings of a form: who gets what and when, and how it looks. */
import type { FormSettings as ApiSettings } from "@intray/sdk/schemas";
import { defaultsOf, settingsIn } from "../setting.ts";
import { formSettings } from "../settings.gen.ts";

/** Where a setting has no default that is right for everybody, `null` stands for what the server makes of the form. */
export const MAIL_SETTINGS = settingsIn(formSettings, [
  "recipients",
  "copies",
  "notification",
  "notification-template",
  "answer",
  "signature",
  "answer-template",
  "look",
]);

type Api = Required<ApiSettings>;
export type MailSettings = { readonly [Name in keyof Settings]: Api[Name] };
export const MAIL_DEFAULTS: MailSettings = defaultsOf(MAIL_SETTINGS);
export type Weekday = Api["notification_weekday"];

export const WEEKDAYS = Object.keys(
  MAIL_SETTINGS.notification_weekday.options,
) as readonly Weekday[];

type Settings = typeof MAIL_SETTINGS;
const TEMPLATE_TYPES = {
  lineTemplate: "text/plain",
  plainTemplate: "text/plain",
  htmlTemplate: "text/html",
} as const;

export type MailTemplate = {
  [Name in keyof Settings]: Settings[Name]["kind"] extends keyof typeof TEMPLATE_TYPES
    ? Name
    : never;
}[keyof Settings];

const isTemplate = (name: keyof Settings): name is MailTemplate =>
  MAIL_SETTINGS[name].kind in TEMPLATE_TYPES;

export const MAIL_TEMPLATES: readonly MailTemplate[] = (
  Object.keys(MAIL_SETTINGS) as (keyof Settings)[]
).filter(isTemplate);

export const templateType = (name: MailTemplate): "text/plain" | "text/html" =>
  TEMPLATE_TYPES[MAIL_SETTINGS[name].kind];

export const RECIPIENT_LISTS = {
  to: "notification_emails",
  cc: "notification_cc_emails",
  bcc: "notification_bcc_emails",
} as const;
