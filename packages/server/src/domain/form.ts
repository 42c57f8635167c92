/** A form: a URL to post to, and the settings for its posts. */
import type { FieldRule } from "./fields/field-rule.ts";
import type { LeadScoring } from "./submission/lead.ts";
import { MAIL_DEFAULTS, type MailSettings } from "./mail/settings.ts";
import { differingJson, withDefaults } from "./settings-column.ts";
import { POST_DEFAULTS, type PostSettings } from "./post-settings.ts";

/** The settings of a form. */
export interface FormSettings extends MailSettings, PostSettings {
  readonly name: string;
  /** `null` = the first project of the account; never `null` once stored. */
  readonly project_id: number | null;
  readonly timezone: string;
  readonly redirect_url: string | null;
  readonly redirect_heading: string | null;
  readonly redirect_message: string | null;
  readonly honeypot_field: string;
  readonly duplicate_filter: boolean;
  readonly allowed_domains: readonly string[];
  readonly blocked_domains: readonly string[];
  readonly content_blacklist: readonly string[];
  readonly spam_checks: SpamChecks;
  readonly captcha: Captcha | null;
  /** Submissions are deleted this many days after they arrived, if they are read; `null` keeps them. */
  readonly retention_days: number | null;
  /** Whether `retention_days` also deletes unread submissions. */
  readonly retention_includes_unread: boolean;
  /** Whether opening a submission in the dashboard also marks it read; always false with a queue consumer. */
  readonly opening_marks_read: boolean;
  /** Rules for the fields of posts; without any, every post is stored. */
  readonly fields: readonly FieldRule[];
  readonly lead_scoring: LeadScoring;
}

/** The settings that a request changes. */
export type FormChange = Partial<Omit<FormSettings, "spam_checks">> & {
  readonly spam_checks?: Partial<SpamChecks>;
};

/** Which spam checks are enabled for a form. */
export interface SpamChecks {
  readonly honeypot: boolean;
  readonly rate: boolean;
  readonly too_fast: boolean;
  readonly disposable: boolean;
  readonly links: boolean;
  /** Advertising, random letters and look-alike letters. */
  readonly content: boolean;
  readonly classifier: boolean;
  /** Off by default, since it sends posts to a third party. */
  readonly akismet: boolean;
  /** Whether the domain of the e-mail address takes mail. Off by default, since posts wait for DNS. */
  readonly mail_domain: boolean;
}

export const SPAM_CHECK_DEFAULTS: SpamChecks = {
  honeypot: true,
  rate: true,
  too_fast: true,
  disposable: true,
  links: true,
  content: true,
  classifier: true,
  akismet: false,
  mail_domain: false,
};

const CAPTCHA_PROVIDERS = ["altcha", "turnstile", "hcaptcha", "recaptcha"] as const;

export interface Captcha {
  readonly provider: (typeof CAPTCHA_PROVIDERS)[number];
  readonly site_key?: string | null;
  readonly secret?: string | null;
}

export const FORM_DEFAULTS: Omit<FormSettings, "name"> = {
  ...MAIL_DEFAULTS,
  ...POST_DEFAULTS,
  project_id: null,
  timezone: "UTC",
  redirect_url: null,
  redirect_heading: null,
  redirect_message: null,
  honeypot_field: "_gotcha",
  duplicate_filter: true,
  allowed_domains: [],
  blocked_domains: [],
  content_blacklist: [],
  spam_checks: SPAM_CHECK_DEFAULTS,
  captcha: null,
  retention_days: null,
  retention_includes_unread: false,
  opening_marks_read: false,
  fields: [],
  lead_scoring: { enabled: false },
};

/** The settings that have a column of their own, since queries filter by them, or since they contain a secret. */
type ColumnSettings =
  "name" | "project_id" | "captcha" | "retention_days" | "retention_includes_unread";

/** The settings that the column `settings` holds. */
export type StoredSettings = Omit<FormSettings, ColumnSettings>;

const {
  project_id: _project,
  captcha: _captcha,
  retention_days: _days,
  retention_includes_unread: _unread,
  ...STORED_DEFAULTS
} = FORM_DEFAULTS;

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
