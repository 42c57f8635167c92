/** A webhook: where a form's submissions are pushed to, and how. */

export interface WebhookHeader {
  readonly name: string;
  readonly value: string;
}

export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly content_type: string | null;
  readonly template: string | null;
  readonly headers: readonly WebhookHeader[];
  readonly trigger_when_spam: boolean;
  readonly enabled: boolean;
}

/** What a payload may look like. */
export const WEBHOOK_FORMATS = [
  "json",
  "data_json",
  "form_urlencoded",
  "customer_messaging",
  "form_handler",
  "email_marketing",
  "team_chat",
  "slack",
  "custom",
] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const WEBHOOK_DEFAULTS: Omit<WebhookSettings, "url"> = {
  name: "Webhook",
  format: "json",
  content_type: null,
  template: null,
  headers: [],
  trigger_when_spam: false,
  enabled: true,
};

/** What a header's value is shown as; sent back, it means "unchanged". */
export const MASK = "••••••••";

/** The last four characters of a signing secret: all of it that is ever shown unasked. */
export function secretHint(secret: string): string {
  return secret.slice(-4);
}

/** `whsec_…` and the hint. */
export function maskSecret(hint: string): string {
  return `whsec_…${hint}`;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const RESERVED = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Why these headers cannot be sent together; `undefined` when they can. */
export function headersProblem(headers: readonly WebhookHeader[]): string | undefined {
  const seen = new Set<string>();
  for (const header of headers) {
    const bad = headerProblem(header);
    if (bad !== undefined) return bad;
    // Their values are shown masked: of two, nobody could say which is which.
    const name = header.name.toLowerCase();
    if (seen.has(name)) return `The header ${header.name} is there twice; keep one of them.`;
    seen.add(name);
  }
  return undefined;
}

/** Why a header of the user's own cannot be sent; `undefined` when it can. */
export function headerProblem({ name, value }: WebhookHeader): string | undefined {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name)) return `"${name}" is no header name: use letters, digits and hyphens.`;
  if (RESERVED.has(lower) || lower.startsWith("webhook-") || lower.startsWith("x-service-")) {
    return `The header ${name} is set by Intray itself; choose another name.`;
  }
  // Anything beyond this would let a value end the header and begin another.
  if (value !== MASK && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return `The value of the header ${name} holds a line break or a character that a header cannot carry.`;
  }
  return undefined;
}

/** Why deliveries cannot go to `url`; `undefined` when they can. The guard has its own say at connect time. */
export function urlProblem(url: string): string | undefined {
  if (!URL.canParse(url))
    return "The url is no address; write it whole, such as https://example.org/hook.";
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return "The url must begin with https:// or http://.";
  if (username !== "" || password !== "") {
    return "The url must not hold a user name or password; send an Authorization header instead.";
  }
  return undefined;
}
