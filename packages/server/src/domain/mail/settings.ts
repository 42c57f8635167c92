/** The e-mail settings of a form: who gets what and when, and how it looks. */
import type { FormSettings as ApiSettings } from "@intray/sdk/schemas";
import { defaultsOf, type Setting } from "../setting.ts";

const WEEKDAY_NAMES = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
} as const satisfies Record<Weekday, string>;

/** As a clock shows them. */
const HOURS: Readonly<Record<number, string>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [hour, `${String(hour).padStart(2, "0")}:00`] as const),
);

/** Where a setting has no default that is right for everybody, `null` stands for what the server makes of the form. */
export const MAIL_SETTINGS = {
  /** Addresses separated by commas; empty = none. The same for cc and bcc. */
  notification_emails: {
    kind: "addresses",
    default: "",
    rows: 3,
    group: "recipients",
    label: "To",
    hint: "Who gets the submissions of this form: e-mail addresses, separated by commas. At most 50 in each list.",
  },
  notification_cc_emails: {
    kind: "addresses",
    default: "",
    rows: 2,
    group: "copies",
    label: "Cc",
  },
  notification_bcc_emails: {
    kind: "addresses",
    default: "",
    rows: 2,
    group: "copies",
    label: "Bcc",
    hint: "Other recipients do not see these addresses.",
  },
  notification_schedule: {
    kind: "choice",
    default: "immediately",
    options: {
      immediately: "For each submission",
      hourly: "Once an hour",
      daily: "Once a day",
      weekly: "Once a week",
      off: "Never",
    },
    group: "notification",
    label: "When",
    hint: "Once an hour, a day or a week: one e-mail that lists the submissions since the last one.",
  },
  notification_hour: {
    kind: "choice",
    default: 8,
    options: HOURS,
    group: "notification",
    label: "Hour",
    hint: "For once a day and once a week. In the time zone of the form.",
    when: ["notification_schedule", "daily", "weekly"],
  },
  notification_weekday: {
    kind: "choice",
    default: "monday",
    options: WEEKDAY_NAMES,
    group: "notification",
    label: "Day of the week",
    hint: "For once a week.",
    when: ["notification_schedule", "weekly"],
  },
  notification_subject: {
    kind: "lineTemplate",
    default: null,
    group: "notification",
    label: "Subject",
    hint: "May contain merge tags, such as {{form_name}}. If empty, the built-in subject is used.",
  },
  /** The name beside the server's own address. */
  notification_from_name: {
    kind: "line",
    default: null,
    group: "notification",
    label: "Sender's name",
    hint: "If empty, the name of the form. The address is always that of this server.",
  },
  exclude_submitter_from_reply: {
    kind: "flag",
    default: false,
    group: "notification",
    label: "Do not send replies to the submitter",
    hint: "Otherwise a reply to a notification goes to the submitter's address.",
  },
  notification_attachments: {
    kind: "choice",
    default: "links",
    options: { links: "As links", attached: "Attached, and as links" },
    group: "notification",
    label: "Files",
    hint: "Up to 10 MiB are attached; larger files are only links.",
  },
  hide_dashboard_button: {
    kind: "flag",
    default: false,
    group: "notification",
    label: "Hide links to the dashboard",
  },
  use_custom_template: {
    kind: "flag",
    default: false,
    group: "notification-template",
    label: "Use this template",
    hint: "Otherwise notifications have the built-in design.",
  },
  custom_template: {
    kind: "htmlTemplate",
    default: null,
    rows: 10,
    group: "notification-template",
    label: "HTML of notifications",
    when: ["use_custom_template"],
  },
  autoreply: {
    kind: "flag",
    default: false,
    group: "answer",
    label: "Answer automatically",
    hint: "Spam gets no answer, and an address gets one in 24 hours.",
  },
  data_receipt_email: {
    kind: "flag",
    default: false,
    group: "answer",
    label: "Send a copy of the submitted data",
  },
  autoreply_subject: {
    kind: "lineTemplate",
    default: null,
    group: "answer",
    label: "Subject of the answer",
  },
  autoreply_body: {
    kind: "plainTemplate",
    default: null,
    rows: 6,
    group: "answer",
    label: "Text of the answer",
    hint: "May contain merge tags, such as {{form_name}}. If empty, the built-in text is used.",
  },
  autoreply_from_name: {
    kind: "line",
    default: null,
    group: "signature",
    label: "Sender's name of the answer",
    hint: "If empty, the name of the form.",
  },
  autoreply_greeting: {
    kind: "line",
    default: null,
    group: "signature",
    label: "Closing line",
    hint: "Such as Kind regards.",
  },
  autoreply_name: {
    kind: "line",
    default: null,
    group: "signature",
    label: "Name in the signature",
  },
  autoreply_title: {
    kind: "line",
    default: null,
    group: "signature",
    label: "Title or company in the signature",
  },
  autoreply_email: {
    kind: "address",
    default: null,
    group: "signature",
    label: "E-mail address in the signature",
    hint: "Replies to the answer go to this address.",
  },
  autoreply_use_custom_template: {
    kind: "flag",
    default: false,
    group: "answer-template",
    label: "Use this template of the answer",
    hint: "It replaces the text and the signature.",
  },
  autoreply_custom_template: {
    kind: "htmlTemplate",
    default: null,
    rows: 10,
    group: "answer-template",
    label: "HTML of the answer",
    when: ["autoreply_use_custom_template"],
  },
  language: {
    kind: "choice",
    default: null,
    none: "Default (English)",
    // In their own language.
    options: {
      en: "English",
      de: "Deutsch",
      fr: "Français",
      es: "Español",
      it: "Italiano",
      pt: "Português",
      nl: "Nederlands",
      pl: "Polski",
      ja: "日本語",
    },
    group: "look",
    label: "Language",
  },
  logo: {
    kind: "imageAddress",
    default: null,
    group: "look",
    label: "Logo",
    hint: "The URL of an image, which must begin with https://.",
  },
  button_background_color: {
    kind: "color",
    default: null,
    group: "look",
    label: "Color of buttons",
    hint: "Such as #1a7f37. If empty, the built-in color is used.",
  },
  button_text_color: {
    kind: "color",
    default: null,
    group: "look",
    label: "Color of their text",
    hint: "Such as #ffffff. Black or white if empty, or if it cannot be read on the button.",
  },
} as const satisfies { readonly [Name in keyof ApiSettings]?: Setting<Api[Name]> };

type Api = Required<ApiSettings>;
export type MailSettings = { readonly [Name in keyof typeof MAIL_SETTINGS]: Api[Name] };
export const MAIL_DEFAULTS: MailSettings = defaultsOf(MAIL_SETTINGS);
export type Weekday = Api["notification_weekday"];

export const WEEKDAYS = Object.keys(WEEKDAY_NAMES) as readonly Weekday[];

const TEMPLATE_TYPES = {
  lineTemplate: "text/plain",
  plainTemplate: "text/plain",
  htmlTemplate: "text/html",
} as const;
type Declared = typeof MAIL_SETTINGS;

/** The settings that are templates. */
export type MailTemplate = {
  [Name in keyof Declared]: Declared[Name]["kind"] extends keyof typeof TEMPLATE_TYPES
    ? Name
    : never;
}[keyof Declared];

const isTemplate = (name: keyof Declared): name is MailTemplate =>
  MAIL_SETTINGS[name].kind in TEMPLATE_TYPES;

export const MAIL_TEMPLATES: readonly MailTemplate[] = (
  Object.keys(MAIL_SETTINGS) as (keyof Declared)[]
).filter(isTemplate);

/** The content type that a template makes. */
export const templateType = (name: MailTemplate): "text/plain" | "text/html" =>
  TEMPLATE_TYPES[MAIL_SETTINGS[name].kind];

/** The lists of recipients, by the header that names them. */
export const RECIPIENT_LISTS = {
  to: "notification_emails",
  cc: "notification_cc_emails",
  bcc: "notification_bcc_emails",
} as const;
