/** The API request made from the typed settings of a form. */
import type { Form, FormSettings as FormChange } from "@intray/sdk/schemas";
import { FORM_SETTINGS, SPAM_CHECK_NAMES } from "../../domain/form.ts";
import { namesOf } from "../../domain/setting.ts";
import type { Posted } from "../http/body.ts";
import type { InputReaders } from "../http/own-changes.ts";
import { readSettings } from "../layout/setting-inputs.tsx";

/** The groups of settings on the page. Those for e-mail are on a form of their own. */
const GROUPS = ["name", "general", "answer", "access", "honeypot", "spam", "retention"] as const;
export type SettingsGroup = (typeof GROUPS)[number];

type OtherSettings = Required<
  Pick<FormChange, "project_id" | "spam_checks" | "captcha" | "retention_days" | "lead_scoring">
>;

/** The settings whose inputs are written by hand. */
const OTHERS: InputReaders<OtherSettings> = {
  project_id: (posted) =>
    textOf(posted, "project_id") === "" ? null : Number(textOf(posted, "project_id")),
  spam_checks: (posted) =>
    Object.fromEntries(SPAM_CHECK_NAMES.map((name) => [name, posted.has(`check_${name}`)])),
  captcha: readCaptcha,
  retention_days: (posted) => numberOrNull(textOf(posted, "retention_days")),
  lead_scoring: (posted) => ({
    enabled: posted.has("lead_scoring"),
    provider: textOf(posted, "lead_provider") === "http" ? "http" : "rules",
    instructions: orNull(posted, "lead_instructions"),
    delivery_wait_seconds: numberOrNull(textOf(posted, "lead_wait")) ?? 30,
  }),
};

/** Returns the typed settings of the inputs on the page, as the API expects them, unvalidated. */
export const formChange = (posted: Posted): FormChange =>
  readSettings<FormChange>(posted, { settings: FORM_SETTINGS, groups: GROUPS, others: OTHERS });

const textOf = (posted: Posted, name: string) => posted.text(name).trim();
const orNull = (posted: Posted, name: string) => textOf(posted, name) || null;

function readCaptcha(posted: Posted): OtherSettings["captcha"] {
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
export function storedSettings(form: Form): { readonly [K in keyof FormChange]: unknown } {
  const { captcha, lead_scoring: leads } = form;
  return {
    ...Object.fromEntries(namesOf(FORM_SETTINGS, GROUPS).map((name) => [name, form[name]])),
    project_id: form.project_id,
    spam_checks: form.spam_checks,
    captcha:
      captcha === null ? null : { provider: captcha.provider, site_key: captcha.site_key ?? null },
    retention_days: form.retention_days === 0 ? null : form.retention_days,
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
