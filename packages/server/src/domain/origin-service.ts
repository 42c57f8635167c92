/** The form services that pages are moved from, and the fields that their pages send to the service. */

/** What a field of a post tells the server. `none`: another service needs it, and it means nothing here. */
export type FieldMeaning =
  "honeypot" | "redirect" | "sourceUrl" | "started" | "captcha" | "language" | "none";

/** On every form. Other fields with an underscore are data, as `_subject` and `_replyto`, which e-mails use. */
const EVERYWHERE = {
  _gotcha: "honeypot",
  _honey: "honeypot",
  _honeypot: "honeypot",
  _redirect: "redirect",
  _next: "redirect",
  _source_url: "sourceUrl",
  _started: "started",
  _language: "language",
  "g-recaptcha-response": "captcha",
  "h-captcha-response": "captcha",
  "cf-turnstile-response": "captcha",
  altcha: "captcha",
} as const satisfies Record<string, FieldMeaning>;

/** On forms of that service only, since other pages may use the same names for data. */
const OF_SERVICE = {
  basin: {},
  formcarry: {},
  formspree: { _cc: "none", _format: "none" },
  formsubmit: {
    _autoresponse: "none",
    _blacklist: "none",
    _captcha: "none",
    _cc: "none",
    _template: "none",
    _url: "sourceUrl",
    _webhook: "none",
  },
  getform: {},
  netlify: { "bot-field": "honeypot", "form-name": "none" },
  staticforms: { accessKey: "none", apiKey: "none", honeypot: "honeypot", redirectTo: "redirect" },
  web3forms: { access_key: "none", botcheck: "honeypot", redirect: "redirect" },
} as const satisfies Record<string, Record<string, FieldMeaning>>;

/** Fields, in lower case, that a notification takes its subject and its Reply-To from; they stay data. */
export interface MailFields {
  readonly subject: readonly string[];
  readonly replyTo: readonly string[];
}

/** Besides `_subject` and `_replyto`, which every form has. */
const MAIL_FIELDS: { readonly [Service in OriginService]?: MailFields } = {
  netlify: { subject: ["subject"], replyTo: [] },
  staticforms: { subject: ["subject"], replyTo: ["replyto"] },
  web3forms: { subject: ["subject"], replyTo: ["replyto"] },
};

export type OriginService = keyof typeof OF_SERVICE;

export const ORIGIN_SERVICES = Object.keys(OF_SERVICE) as readonly OriginService[];

const MEANINGS = new Map<OriginService | null, ReadonlyMap<string, FieldMeaning>>(
  [null, ...ORIGIN_SERVICES].map((service) => {
    const own = service === null ? {} : OF_SERVICE[service];
    return [service, new Map(Object.entries<FieldMeaning>({ ...EVERYWHERE, ...own }))];
  }),
);

/** The meaning of field names on a form; names that are not in it are data. @param service `null` = none. */
export const meaningsOf = (service: OriginService | null): ReadonlyMap<string, FieldMeaning> =>
  MEANINGS.get(service) ?? new Map();

/** What a notification takes from a post, the first name before the next. @param service `null` = none. */
export function mailFieldsOf(service: OriginService | null): MailFields {
  const own = service === null ? undefined : MAIL_FIELDS[service];
  return {
    subject: ["_subject", ...(own?.subject ?? [])],
    replyTo: ["_replyto", ...(own?.replyTo ?? [])],
  };
}
