/** A webhook: the URL that a form's submissions are sent to, and its settings, each declared in openapi.yaml. */
import type { FormWebhook, FormWebhookSettings as ApiSettings } from "@intray/sdk/schemas";
import { defaultsOf, type Setting } from "../setting.ts";
import { webhookSettings } from "../settings.gen.ts";
import type { Filter } from "../routing/filter.ts";
import { differingJson, withDefaults } from "../settings-column.ts";

export type WebhookHeader = { readonly name: string; readonly value: string };

/** The values of the settings, as the store has them. */
interface Values extends Omit<
  Required<ApiSettings>,
  "form_id" | "signing_secret" | "headers" | "filter"
> {
  readonly filter: Filter | null;
  readonly headers: readonly WebhookHeader[];
}

// The column `settings` holds these. The others have a column of their own, since queries filter by them, or since
// they contain secrets.
const { format, content_type, template, signature_header, filter, ...columns } = webhookSettings;
const STORED_SETTINGS = { format, content_type, template, signature_header, filter };

export const WEBHOOK_SETTINGS = { ...columns, ...STORED_SETTINGS } satisfies {
  readonly [Name in keyof Values]: Setting<Values[Name]>;
};

export type WebhookSettings = { readonly [Name in keyof typeof WEBHOOK_SETTINGS]: Values[Name] };

/** Its URL has no default. */
export const WEBHOOK_DEFAULTS: WebhookSettings = defaultsOf(WEBHOOK_SETTINGS);

export type StoredWebhookSettings = Pick<WebhookSettings, keyof typeof STORED_SETTINGS>;

const STORED_DEFAULTS: StoredWebhookSettings = defaultsOf(STORED_SETTINGS);

/** Parses the column `settings` of a webhook, which holds only what differs from the defaults. */
export const parseWebhookSettings = (column: string): StoredWebhookSettings =>
  withDefaults(column, STORED_DEFAULTS);

export const webhookSettingsColumn = (settings: StoredWebhookSettings): string =>
  differingJson(settings, STORED_DEFAULTS);

export interface SendingSecrets {
  readonly url: string;
  readonly headers: readonly WebhookHeader[];
  readonly signing_secret: string;
  /** Signs as well, until `until`, in milliseconds since the epoch. */
  readonly previous: { readonly signing_secret: string; readonly until: number } | undefined;
}

/** A payload format; the contract lists them, and delivery/payload/formats.ts declares them. */
export type WebhookFormat = FormWebhook["format"];

/** Shown instead of a header's value. If a client sends it back, the value stays unchanged. */
export const MASK = "••••••••";

/** The last four characters of a signing secret, the part shown in records. */
export const secretHint = (secret: string): string => secret.slice(-4);

/** The beginning of secrets in records; their last four characters follow. */
export const MASKED_SECRET = "whsec_…";

/** Returns `whsec_…` with the hint. */
export const maskSecret = (hint: string): string => `${MASKED_SECRET}${hint}`;

/** Secrets with this prefix are of Standard Webhooks: the rest is the key in base64. */
const STANDARD_PREFIX = "whsec_";

export const isStandardSecret = (secret: string): boolean => secret.startsWith(STANDARD_PREFIX);

/** Returns why a text cannot be a signing secret, or `undefined` if it can. */
export function secretProblem(secret: string): string | undefined {
  if (!/^[\x21-\x7e]{16,256}$/.test(secret)) {
    return "The signing secret must have 16 to 256 visible ASCII characters, without spaces.";
  }
  const key = secret.slice(STANDARD_PREFIX.length);
  return isStandardSecret(secret) && Buffer.from(key, "base64").toString("base64") !== key
    ? "The signing secret begins with whsec_, so base64 must follow. Copy the whole secret again."
    : undefined;
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

/** Returns why these headers cannot be sent, or `undefined` if they can. */
export function headersProblem(headers: readonly WebhookHeader[]): string | undefined {
  const seen = new Set<string>();
  for (const header of headers) {
    const bad = headerProblem(header);
    if (bad !== undefined) return bad;
    // Values are shown masked, so two headers of one name could not be told apart.
    const name = header.name.toLowerCase();
    if (seen.has(name)) return `The header ${header.name} is set twice. Remove one of them.`;
    seen.add(name);
  }
  return undefined;
}

/** Returns why a header cannot be sent, or `undefined` if it can. */
function headerProblem({ name, value }: WebhookHeader): string | undefined {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name)) return `"${name}" is not a header name. Use letters, digits and hyphens.`;
  if (RESERVED.has(lower) || lower.startsWith("webhook-") || lower.startsWith("x-service-")) {
    return `The header ${name} is set by Intray itself. Choose another name.`;
  }
  // A line break would end the header and could start another one.
  if (value !== MASK && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return `The value of the header ${name} contains a line break or another character that is not allowed in headers.`;
  }
  return undefined;
}

/** Returns why deliveries cannot be sent to `url`, or `undefined`. Egress rules are checked when connecting. */
export function urlProblem(url: string): string | undefined {
  if (!URL.canParse(url))
    return "The url is not valid. Write a complete URL such as https://example.org/hook.";
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return "The url must begin with https:// or http://.";
  if (username !== "" || password !== "") {
    return "The url must not contain a user name or password. Set an Authorization header instead.";
  }
  return undefined;
}

const MAX_ORIGINS = 1_000;
const origins = new Map<string, string | undefined>();

/**
 * The origin of a webhook's URL: scheme, host and port.
 * Cached, since few URLs are used again and again. `undefined` if the URL is invalid.
 */
export function originOfUrl(url: string): string | undefined {
  if (origins.has(url)) return origins.get(url);
  if (origins.size >= MAX_ORIGINS) origins.clear();
  const origin = URL.canParse(url) ? new URL(url).origin : undefined;
  origins.set(url, origin);
  return origin;
}

/** A circuit that holds deliveries, as people see it. Milliseconds since the epoch. */
export interface OpenCircuit {
  readonly origin: string;
  readonly since: number;
  /** When the next probe may start; now, if one is in flight or none is due. */
  readonly nextProbeAt: number;
}
