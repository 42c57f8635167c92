/** The e-mail settings of a form: who gets what and when, and how it looks. */
import { colorAdvice, normalizeColor } from "./color.ts";
import type { FieldProblem } from "../errors.ts";
import type { Language } from "../../platform/language.ts";
import { isOneLine } from "../../platform/text/one-line.ts";
import { parseAddress, parseAddressList } from "./address.ts";

const NOTIFICATION_SCHEDULES = ["immediately", "hourly", "daily", "weekly", "off"] as const;
export type NotificationSchedule = (typeof NOTIFICATION_SCHEDULES)[number];

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const NOTIFICATION_ATTACHMENTS = ["links", "attached"] as const;
export type NotificationAttachments = (typeof NOTIFICATION_ATTACHMENTS)[number];

export interface MailSettings {
  /** Addresses separated by commas; empty = none. The same for cc and bcc. */
  readonly notification_emails: string;
  readonly notification_cc_emails: string;
  readonly notification_bcc_emails: string;
  /** A template; `null` = the built-in subject. */
  readonly notification_subject: string | null;
  /** The name beside the server's own address; `null` = the form's name. */
  readonly notification_from_name: string | null;
  readonly notification_schedule: NotificationSchedule;
  /** The hour, in the form's time zone, of daily and weekly notifications. */
  readonly notification_hour: number;
  readonly notification_weekday: Weekday;
  /** Whether replies to notifications do not go to the submitter. */
  readonly exclude_submitter_from_reply: boolean;
  /** Whether notifications have files attached, besides their links. */
  readonly notification_attachments: NotificationAttachments;
  /** Whether the submitter gets a copy of the submitted data. */
  readonly data_receipt_email: boolean;
  /** Whether the submitter gets an answer. */
  readonly autoreply: boolean;
  /** Templates; `null` = the built-in texts. */
  readonly autoreply_subject: string | null;
  readonly autoreply_body: string | null;
  readonly autoreply_from_name: string | null;
  /** The signature under the answer. */
  readonly autoreply_greeting: string | null;
  readonly autoreply_name: string | null;
  readonly autoreply_title: string | null;
  /** Also where replies to the answer go. */
  readonly autoreply_email: string | null;
  /** HTML templates, used if the flag next to them is set. */
  readonly custom_template: string | null;
  readonly use_custom_template: boolean;
  readonly autoreply_custom_template: string | null;
  readonly autoreply_use_custom_template: boolean;
  /** Whether notifications have no button that opens the submission. */
  readonly hide_dashboard_button: boolean;
  /** An https URL. */
  readonly logo: string | null;
  /** `#rrggbb` in lower case, as is the next. */
  readonly button_background_color: string | null;
  readonly button_text_color: string | null;
  /** `null` = English. */
  readonly language: Language | null;
}

/** The settings that are templates, and what they are written in. */
export const MAIL_TEMPLATES = {
  notification_subject: "text/plain",
  custom_template: "text/html",
  autoreply_subject: "text/plain",
  autoreply_body: "text/plain",
  autoreply_custom_template: "text/html",
} as const satisfies Partial<Record<keyof MailSettings, string>>;
export type MailTemplate = keyof typeof MAIL_TEMPLATES;

export const MAIL_DEFAULTS: MailSettings = {
  notification_emails: "",
  notification_cc_emails: "",
  notification_bcc_emails: "",
  notification_subject: null,
  notification_from_name: null,
  notification_schedule: "immediately",
  notification_hour: 8,
  notification_weekday: "monday",
  exclude_submitter_from_reply: false,
  notification_attachments: "links",
  data_receipt_email: false,
  autoreply: false,
  autoreply_subject: null,
  autoreply_body: null,
  autoreply_from_name: null,
  autoreply_greeting: null,
  autoreply_name: null,
  autoreply_title: null,
  autoreply_email: null,
  custom_template: null,
  use_custom_template: false,
  autoreply_custom_template: null,
  autoreply_use_custom_template: false,
  hide_dashboard_button: false,
  logo: null,
  button_background_color: null,
  button_text_color: null,
  language: null,
};

/** The lists of recipients, by the header that names them. */
export const RECIPIENT_LISTS = {
  to: "notification_emails",
  cc: "notification_cc_emails",
  bcc: "notification_bcc_emails",
} as const;

const LISTS = Object.values(RECIPIENT_LISTS);
/** They reach a header of the mail, or stand alone on a line of it. */
const ONE_LINE = [
  "notification_subject",
  "notification_from_name",
  "autoreply_subject",
  "autoreply_from_name",
  "autoreply_greeting",
  "autoreply_name",
  "autoreply_title",
] as const;
const COLORS = ["button_background_color", "button_text_color"] as const;

/**
 * Returns the settings as they are stored: lists with `, ` between their addresses, empty text as `null`,
 * colors in lower case. Returns the first problem instead if a setting is invalid. Types are checked before,
 * by the schema; templates are not checked here.
 */
export function normalMailSettings<Change extends Partial<MailSettings>>(
  change: Change,
): { readonly settings: Change } | { readonly problem: FieldProblem } {
  const settings: { -readonly [Name in keyof MailSettings]?: MailSettings[Name] } = { ...change };
  for (const name of TEXTS) if (settings[name] === "") settings[name] = null;
  for (const name of LISTS) {
    const list = settings[name];
    if (list === undefined) continue;
    const parsed = parseAddressList(list);
    if ("problem" in parsed) return problem(name, parsed.problem);
    settings[name] = parsed.addresses.join(", ");
  }
  for (const name of ONE_LINE) {
    if (!isOneLine(settings[name] ?? "")) {
      return problem(name, `${name} must be one line, without control characters.`);
    }
  }
  for (const name of COLORS) {
    const color = settings[name];
    if (color == null) continue;
    const stored = normalizeColor(color);
    if (stored === undefined) return problem(name, colorAdvice(name, color));
    settings[name] = stored;
  }
  if (settings.logo != null && !isHttpsUrl(settings.logo)) {
    return problem("logo", "logo must be the URL of an image that begins with https://.");
  }
  if (settings.autoreply_email != null) {
    const parsed = parseAddress(settings.autoreply_email.trim());
    if ("problem" in parsed) return problem("autoreply_email", parsed.problem);
    settings.autoreply_email = parsed.address;
  }
  return { settings: settings as Change };
}

const TEXTS = [
  ...ONE_LINE,
  ...COLORS,
  "autoreply_body",
  "autoreply_email",
  "custom_template",
  "autoreply_custom_template",
  "logo",
] as const;

const problem = (field: string, message: string) => ({
  problem: { field, code: "invalid", message },
});

function isHttpsUrl(text: string): boolean {
  if (/[\p{Cc}\s]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}
