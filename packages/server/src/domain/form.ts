/** A form: an address to post to, and what becomes of its posts. */
import type { FieldProblem } from "./errors.ts";
import type { LeadScoring } from "./lead.ts";

/** What a form is told; absent members keep their default. */
export interface FormSettings {
  readonly name: string;
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
  /** Submissions are removed so many days after they came, once they are read; `null` keeps them. */
  readonly retention_days: number | null;
  /** Those that nobody has read are removed as well. */
  readonly retention_includes_unread: boolean;
  readonly lead_scoring: LeadScoring;
}

/** What of a form is to be different. */
export type FormChange = Partial<Omit<FormSettings, "spam_checks">> & {
  readonly spam_checks?: Partial<SpamChecks>;
};

/** Which checks a form's posts go through. */
export interface SpamChecks {
  readonly honeypot: boolean;
  readonly rate: boolean;
  readonly too_fast: boolean;
  readonly disposable: boolean;
  readonly links: boolean;
  /** Advertising, drawn letters, look-alike letters. */
  readonly content: boolean;
  readonly classifier: boolean;
  /** Sends posts to a third party, so nobody has it without asking for it. */
  readonly akismet: boolean;
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
};

/** The column of a form: what was switched on or off, over the defaults. */
export function spamChecksOf(column: string): SpamChecks {
  return { ...SPAM_CHECK_DEFAULTS, ...(JSON.parse(column) as Partial<SpamChecks>) };
}

export const CAPTCHA_PROVIDERS = ["altcha", "turnstile", "hcaptcha", "recaptcha"] as const;

export interface Captcha {
  readonly provider: (typeof CAPTCHA_PROVIDERS)[number];
  readonly site_key?: string | null;
  readonly secret?: string | null;
}

export const FORM_DEFAULTS: Omit<FormSettings, "name"> = {
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
  lead_scoring: { enabled: false },
};

/** What is wrong with a form's settings beyond their types; `undefined` when nothing is. */
export function formProblem(settings: FormChange): FieldProblem | undefined {
  const { redirect_url, timezone } = settings;
  if (redirect_url != null && !isWebAddress(redirect_url)) {
    return problem("redirect_url", "must be an address that begins with https:// or http://.");
  }
  if (timezone !== undefined && !isTimezone(timezone)) {
    return problem("timezone", `must be a name such as Europe/Berlin; "${timezone}" is none.`);
  }
  for (const name of ["allowed_domains", "blocked_domains"] as const) {
    for (const domain of settings[name] ?? []) {
      const host = hostOf(domain);
      if (host !== domain.toLowerCase()) return problem(name, domainAdvice(domain, host));
    }
  }
  return undefined;
}

const problem = (field: string, rule: string): FieldProblem => ({
  field,
  code: "invalid",
  message: `${field} ${rule}`,
});

function domainAdvice(domain: string, host: string | undefined): string {
  return host === undefined
    ? `must hold domains such as example.org, which stands for its subdomains too; "${domain}" is none.`
    : `must hold domains alone: write "${host}" for "${domain}".`;
}

/** The host that a browser would name in Origin; `undefined` when the text holds none. */
function hostOf(domain: string): string | undefined {
  const text = /^https?:\/\//i.test(domain) ? domain : `http://${domain}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname } = new URL(text);
  return hostname === "" || hostname.includes("*") ? undefined : hostname;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** How a form may be named: `uuid` where it looks like one, else its id. A uuid may be all digits. */
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
