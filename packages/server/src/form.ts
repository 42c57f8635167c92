/** A form: an address to post to, and what becomes of its posts. */

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
  readonly captcha: Captcha | null;
  readonly retention_days: number | null;
  readonly lead_scoring: { readonly enabled: boolean; readonly [more: string]: unknown };
}

export interface Captcha {
  readonly provider: string;
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
  captcha: null,
  retention_days: null,
  lead_scoring: { enabled: false },
};

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
