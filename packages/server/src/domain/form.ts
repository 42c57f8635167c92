/** A form: a URL to post to, and the settings for its posts, each declared once. */
import type { Form, FormSettings as ApiSettings } from "@intray/sdk/schemas";
import type { FieldRule } from "./fields/field-rule.ts";
import type { LeadScoring } from "./submission/lead.ts";
import { MAIL_SETTINGS } from "./mail/settings.ts";
import { defaultsOf, type Setting } from "./setting.ts";
import { differingJson, withDefaults } from "./settings-column.ts";

/** Which spam checks are enabled for a form. */
export type SpamChecks = Readonly<Form["spam_checks"]>;

export const SPAM_CHECKS = {
  honeypot: {
    kind: "flag",
    default: true,
    label: "Honeypot",
    hint: "The hidden field is filled in.",
  },
  rate: {
    kind: "flag",
    default: true,
    label: "Rate limit",
    hint: "More posts per minute from one IP address than the server's limit.",
  },
  too_fast: {
    kind: "flag",
    default: true,
    label: "Too fast",
    hint: "Sent less than 2 seconds after the page was opened. The page needs a field named _started.",
  },
  disposable: {
    kind: "flag",
    default: true,
    label: "Disposable addresses",
    hint: "The e-mail address is from a disposable e-mail service.",
  },
  links: {
    kind: "flag",
    default: true,
    label: "Links",
    hint: "Too many links, links in a name, or links as HTML or BBCode.",
  },
  content: {
    kind: "flag",
    default: true,
    label: "Content",
    hint: "Advertising, random letters or look-alike letters.",
  },
  classifier: {
    kind: "flag",
    default: true,
    label: "Classifier",
    hint: "Trained by the submissions that you mark as spam or not spam.",
  },
  // Off by default, since posts wait for DNS.
  mail_domain: {
    kind: "flag",
    default: false,
    label: "Mail domain",
    hint: "By DNS, the domain of the e-mail address takes no mail. Posts wait for the answer, at most 2 seconds.",
  },
  // Off by default, since it sends posts to a third party.
  akismet: {
    kind: "flag",
    default: false,
    label: "Akismet",
    hint: "Sends each post to Akismet. The server needs INTRAY_AKISMET_KEY.",
  },
} as const satisfies { readonly [Name in keyof SpamChecks]: Setting<boolean> };

/** In the order in which a page shows them. */
export const SPAM_CHECK_NAMES = Object.keys(SPAM_CHECKS) as readonly (keyof SpamChecks)[];

export const SPAM_CHECK_DEFAULTS: SpamChecks = defaultsOf(SPAM_CHECKS);

export interface Captcha {
  readonly provider: NonNullable<Form["captcha"]>["provider"];
  readonly site_key?: string | null;
  readonly secret?: string | null;
}

/** The settings whose values are not those of the API: as the store has them, and never changed in place. */
interface StoredValues {
  readonly captcha: Captcha | null;
  /** Submissions are deleted this many days after they arrived, if they are read; `null` keeps them. */
  readonly retention_days: number | null;
  readonly spam_checks: SpamChecks;
  readonly allowed_domains: readonly string[];
  readonly blocked_domains: readonly string[];
  readonly content_blacklist: readonly string[];
  readonly fields: readonly FieldRule[];
  readonly lead_scoring: LeadScoring;
}

/** The values of the settings by Intray's own names. */
type Values = StoredValues & Omit<Required<ApiSettings>, keyof StoredValues | CompatibleName>;

/** Other names of settings that clients of a compatible API use, see api/members/compatible-names.ts. */
export type CompatibleName =
  | `force_${"recaptcha" | "hcaptcha" | "turnstile"}`
  | "turnstile_site_key"
  | "turnstile_secret"
  | "smtp_email_validation"
  | "whitelist_source_domains";

/** The settings that have a column of their own, since queries filter by them, or since they contain a secret. */
const COLUMN_SETTINGS = {
  name: { kind: "filled", default: "", group: "general", label: "Form name" },
  /** `null` = the first project of the account; never `null` once stored. */
  project_id: { kind: "custom", default: null, group: "general" },
  captcha: { kind: "custom", default: null, group: "captcha" },
  retention_days: {
    kind: "count",
    default: null,
    group: "retention",
    label: "Delete submissions after (days)",
    hint: "Submissions that are done are deleted this many days after arrival. If empty, they are kept.",
  },
  retention_includes_unread: {
    kind: "flag",
    default: false,
    group: "retention",
    label: "Also delete submissions that are not done",
    when: ["retention_days"],
  },
  archived: {
    kind: "flag",
    default: false,
    group: "general",
    label: "Archived",
    hint: "It takes no posts, and lists leave it out. Its submissions can still be read and searched.",
  },
} as const satisfies { readonly [Name in keyof Values]?: Setting<Values[Name]> };

/** The settings of how posts are answered and judged. They are in the column `settings`. */
export const POST_SETTINGS = {
  timezone: {
    kind: "timeZone",
    default: "UTC",
    group: "general",
    label: "Time zone",
    hint: "For dates in webhook templates and e-mails, and the hour of digests. Such as Europe/Berlin.",
  },
  silence_alerts: {
    kind: "choice",
    default: "usual",
    options: {
      usual: "If it usually gets a submission a week or more",
      always: "Also if it gets fewer",
      off: "Never",
    },
    group: "general",
    label: "Alert when no submissions arrive",
    hint: "If the pause is longer than the form's rhythm of the last 12 weeks explains.",
  },
  redirect_url: {
    kind: "webAddress",
    default: null,
    group: "thank-you",
    label: "Redirect URL",
    hint: "Opened after a post. If empty, the thank-you page of this server is shown.",
  },
  redirect_heading: {
    kind: "text",
    default: null,
    group: "thank-you",
    label: "Thank-you heading",
    when: ["redirect_url", ""],
  },
  redirect_message: {
    kind: "text",
    default: null,
    rows: 4,
    group: "thank-you",
    label: "Thank-you message",
    when: ["redirect_url", ""],
  },
  redirect_button_text: {
    kind: "text",
    default: null,
    group: "thank-you",
    label: "Button text",
    hint: "On the thank-you page. If empty, it names the site that it leads to.",
    when: ["redirect_url", ""],
  },
  redirect_button_url: {
    kind: "webAddress",
    default: null,
    group: "thank-you",
    label: "Button link",
    hint: "If empty, the button leads to the page that posted.",
    when: ["redirect_url", ""],
  },
  redirect_button_background_color: {
    kind: "color",
    default: null,
    group: "thank-you",
    label: "Button color",
    hint: "Such as #1a7f37. If empty, that of buttons in e-mails.",
    when: ["redirect_url", ""],
  },
  redirect_button_text_color: {
    kind: "color",
    default: null,
    group: "thank-you",
    label: "Button text color",
    when: ["redirect_url", ""],
  },
  recaptcha_failed_url: {
    kind: "webAddress",
    default: null,
    group: "captcha",
    label: "Captcha failure URL",
    hint: "Opened after a wrong captcha answer. If empty, such a post is answered as every other.",
    when: ["captcha"],
  },
  use_ajax: {
    kind: "flag",
    default: false,
    group: "thank-you",
    label: "Always answer with JSON",
    hint: "For pages that send the form by a script. Otherwise a browser that opens the form's address gets a page or the redirect, and scripts get JSON.",
  },
  origin_service: {
    kind: "choice",
    default: null,
    none: "None",
    options: {
      basin: "Basin",
      formcarry: "Formcarry",
      formspree: "Formspree",
      formsubmit: "FormSubmit",
      getform: "Getform",
      netlify: "Netlify Forms",
      staticforms: "Static Forms",
      web3forms: "Web3Forms",
    },
    group: "general",
    label: "Previous form service",
    hint: "The control fields of that service are read, such as redirect or form-name. Others are data.",
  },
  allowed_domains: {
    kind: "domains",
    default: [],
    group: "access",
    label: "Allowed domains",
    hint: "One per line, subdomains included. Posts from other sites are rejected. If empty, every site may post.",
  },
  honeypot_field: {
    kind: "filled",
    default: "_gotcha",
    group: "spam",
    label: "Honeypot field name",
  },
  spam_checks: { kind: "custom", default: SPAM_CHECK_DEFAULTS, group: "spam" },
  duplicate_filter: {
    kind: "flag",
    default: true,
    group: "spam",
    label: "Duplicates",
    hint: "A post with the same fields as one in the last 10 minutes is spam. Short texts without an e-mail address are compared only with those from the same IP address.",
  },
  contribute_to_spam_training: {
    kind: "flag",
    default: true,
    group: "spam",
    label: "Train the classifier",
    hint: "What you mark as spam or not spam here trains the classifier of all forms.",
  },
  blocked_domains: {
    kind: "domains",
    default: [],
    group: "spam",
    label: "Blocked e-mail domains",
    hint: "One per line.",
  },
  content_blacklist: {
    kind: "lines",
    default: [],
    group: "spam",
    label: "Blocked words",
    hint: "One per line.",
  },
  fields: { kind: "custom", default: [], group: "fields" },
  form_view_enabled: {
    kind: "flag",
    default: false,
    group: "page",
    label: "Show this form on a page of its own",
    hint: "Everyone who knows the address can open it, and you can embed it in other pages.",
  },
  form_view_introduction: {
    kind: "text",
    default: null,
    rows: 4,
    group: "page",
    label: "Introduction",
    hint: "Above the fields of the page.",
    when: ["form_view_enabled"],
  },
  opening_marks_read: {
    kind: "flag",
    default: false,
    group: "opening",
    label: "Opening marks as done",
    hint: "Done submissions leave the queue. If off, opening a submission only marks it as seen.",
  },
  lead_scoring: { kind: "custom", default: { enabled: false }, group: "leads" },
} as const satisfies { readonly [Name in keyof Values]?: Setting<Values[Name]> };

const STORED_SETTINGS = { ...MAIL_SETTINGS, ...POST_SETTINGS };

/** Every setting of a form. */
export const FORM_SETTINGS = { ...COLUMN_SETTINGS, ...STORED_SETTINGS } satisfies {
  readonly [Name in keyof Values]: unknown;
};

/** The values of the settings of a form. */
export type FormSettings = { readonly [Name in keyof typeof FORM_SETTINGS]: Values[Name] };

/** The settings that a request changes. */
export type FormChange = Partial<Omit<FormSettings, "spam_checks">> & {
  readonly spam_checks?: Partial<SpamChecks>;
};

export const FORM_DEFAULTS: FormSettings = defaultsOf(FORM_SETTINGS);

/** The settings that the column `settings` holds. */
export type StoredSettings = Pick<FormSettings, keyof typeof STORED_SETTINGS>;

const STORED_DEFAULTS: StoredSettings = defaultsOf(STORED_SETTINGS);

/** Parses the column `settings`, which holds only what differs from the defaults. */
export function parseSettings(column: string): StoredSettings {
  const { spam_checks, ...settings } = withDefaults(column, STORED_DEFAULTS);
  return { ...settings, spam_checks: { ...SPAM_CHECK_DEFAULTS, ...spam_checks } };
}

export const settingsColumn = (settings: StoredSettings): string =>
  differingJson(settings, STORED_DEFAULTS);

/** A form by uuid or id. Text of twelve digits may be either, so both members are set. */
export interface FormRef {
  readonly uuid: string | undefined;
  readonly id: number | undefined;
}

export function parseFormRef(text: string): FormRef {
  return {
    uuid: /^[0-9a-f]{12}$/.test(text) ? text : undefined,
    id:
      /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER
        ? Number(text)
        : undefined,
  };
}
