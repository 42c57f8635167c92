/** A form: a URL to post to, and its settings, each declared in openapi.yaml. */
import type { Form, FormSettings as ApiSettings } from "@intray/sdk/schemas";
import type { FieldRule } from "./fields/field-rule.ts";
import type { FormRule } from "./routing/form-rules.ts";
import type { LeadScoring } from "./submission/lead.ts";
import { MAIL_SETTINGS } from "./mail/settings.ts";
import { defaultsOf, type Setting } from "./setting.ts";
import { formSettings, spamChecks } from "./settings.gen.ts";
import { differingJson, withDefaults } from "./settings-column.ts";

export type SpamChecks = Readonly<Required<Form["spam_checks"]>>;

export const SPAM_CHECKS = spamChecks satisfies {
  readonly [Name in keyof SpamChecks]: Setting<boolean>;
};

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
  readonly grid_columns: readonly string[];
  readonly rules: readonly FormRule[];
  readonly lead_scoring: LeadScoring;
}

/** The values of the settings by Intray's own names. */
type Values = StoredValues & Omit<Required<ApiSettings>, keyof StoredValues | CompatibleName>;

/** Other names of settings that clients of a compatible API use, see api/members/compatible-names.ts. */
export type CompatibleName = Exclude<keyof ApiSettings, keyof typeof formSettings>;

// These have a column of their own, since queries filter by them, or since they contain a secret.
const {
  name,
  project_id,
  captcha,
  retention_days,
  retention_includes_unread,
  archived,
  ...others
} = formSettings;
const COLUMN_SETTINGS = {
  name,
  /** `null` = the first project of the account; never `null` once stored. */
  project_id,
  captcha,
  retention_days,
  retention_includes_unread,
  archived,
};
/** The settings that the column `settings` holds. */
export const STORED_SETTINGS = { ...MAIL_SETTINGS, ...others };

/** Every setting of a form, in the order of records and of the page that changes several forms. */
export const FORM_SETTINGS = { ...COLUMN_SETTINGS, ...STORED_SETTINGS } satisfies {
  readonly [Name in keyof Values]: Setting<Values[Name]>;
};

export type FormSettings = { readonly [Name in keyof typeof FORM_SETTINGS]: Values[Name] };

export type FormChange = Partial<Omit<FormSettings, "spam_checks">> & {
  readonly spam_checks?: Partial<SpamChecks>;
};

/** More options than these make a choice of forms useless, and its page large and slow. */
export const MAX_FORM_CHOICES = 60;

export const FORM_DEFAULTS: FormSettings = defaultsOf(FORM_SETTINGS);

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
export type FormRef = { readonly uuid: string | undefined; readonly id: number | undefined };

export const parseFormRef = (text: string): FormRef => ({
  uuid: /^[0-9a-f]{12}$/.test(text) ? text : undefined,
  id:
    /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER
      ? Number(text)
      : undefined,
});
