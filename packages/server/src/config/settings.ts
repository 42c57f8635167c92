/** The schema of every `INTRAY_*` setting: valid values and default. Error texts complete "X must be …". */
import { isIPv6 } from "node:net";
import { z } from "zod";
import { DEFAULT_BODY_LIMITS } from "../bodies/open-bodies.ts";
import { parseEncryptionKeys } from "../domain/account/encryption-key.ts";
import { parseRange } from "../intake/client-address.ts";
import { DEFAULT_LIMITS } from "../intake/parse/limits.ts";
import { databaseHosts } from "../store/postgres/database-hosts.ts";
import { LOG_LEVELS } from "../platform/log.ts";
import { isEmail } from "../domain/submission/submission.ts";
import { parseAddress } from "../domain/mail/address.ts";
import { parseRelayUrl } from "../mail/smtp/relay.ts";

/** Messages a second. Most relays of providers take more, and 600 a minute are enough for a form. */
const DEFAULT_RATE = 10;
/** Connections to the relay, as many as nodemailer's pool has. */
const DEFAULT_CONCURRENCY = 5;

const relay = z.string().transform((text, check) => {
  const parsed = parseRelayUrl(text);
  if (parsed.kind === "relay") return parsed.relay;
  // Without the input, since the error must not contain the password.
  check.addIssue({ code: "custom", message: parsed.problem, input: undefined });
  return z.NEVER;
});

const sender = z.string().transform((text, check) => {
  const [, name = "", inBrackets] = /^(?:"?([^"<>]*?)"?\s*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const parsed = parseAddress(inBrackets ?? text.trim());
  if ("address" in parsed && !/\p{Cc}/u.test(name)) return { name, address: parsed.address };
  const message = "an e-mail address, such as forms@example.org or Example <forms@example.org>";
  check.addIssue({ code: "custom", message, input: text });
  return z.NEVER;
});

/** A selector is one or more labels of a host name (RFC 6376). */
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Automatic answers of an account in 24 hours. A form that bots found would otherwise write to strangers. */
const DEFAULT_ANSWERS_PER_DAY = 500;

/** The settings of e-mail: valid values and defaults. Part of the schema in settings.ts. */
const MAIL_SETTINGS = {
  INTRAY_SMTP_URL: relay.optional(),
  INTRAY_SMTP_URL_FILE: z.string().optional(),
  INTRAY_MAIL_FROM: sender.optional(),
  INTRAY_MAIL_DKIM_KEY_FILE: z.string().optional(),
  INTRAY_MAIL_DKIM_DOMAIN: z
    .string()
    .regex(DOMAIN, "a domain, such as example.org")
    .toLowerCase()
    .optional(),
  INTRAY_MAIL_DKIM_SELECTOR: z
    .string()
    .regex(SELECTOR, "the name of a DNS record before ._domainkey, such as intray")
    .toLowerCase()
    .optional(),
  INTRAY_MAIL_RATE: z
    .string()
    // At least 0.1, so that a message gets its turn before the deadline of its attempt.
    .regex(
      /^(?:off|[1-9][0-9]{0,3}(?:\.[0-9]{1,3})?|0\.[1-9][0-9]{0,2})$/,
      "a number of messages per second from 0.1 to 9999, such as 10 or 0.5, or off",
    )
    // Not undefined for off, since undefined would mean that the default applies.
    .transform((text) => (text === "off" ? text : Number(text)))
    .default(DEFAULT_RATE),
  INTRAY_MAIL_CONCURRENCY: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, "a whole number from 1 to 999")
    .transform(Number)
    .default(DEFAULT_CONCURRENCY),
  INTRAY_MAIL_ANSWERS_PER_DAY: z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/, "a whole number from 1 to 999999")
    .transform(Number)
    .default(DEFAULT_ANSWERS_PER_DAY),
  INTRAY_MAIL_CONFIRM: z
    .enum(["true", "false"], "true or false")
    .default("true")
    .transform((text) => text === "true"),
};

/** Posts per minute from one address to one form. */
const DEFAULT_RATE_LIMIT = 60;
/** Requests per minute of one API key: 100 a second. */
const DEFAULT_KEY_RATE_LIMIT = 6_000;
/** Requests to /mcp per minute of one API key. */
const DEFAULT_MCP_RATE_LIMIT = 120;
/** An open connection that does nothing takes some 10 KiB. */
const DEFAULT_MAX_CONNECTIONS = 4_000;

/** A receiver that hangs costs a socket and a few kilobytes until its attempt times out. */
const DEFAULT_MAX_OPEN_ATTEMPTS = 2_000;

const bytes = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,11}$/, "a whole number of bytes, such as 2097152")
    .transform(Number)
    .default(fallback);
const quota = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, "a whole number of bytes, such as 10737418240")
  .transform(Number)
  .optional();
const count = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/, "a whole number from 1 to 999999")
    .transform(Number)
    .default(fallback);

const days = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, "a whole number of days from 1 to 99999")
    .transform(Number)
    .default(fallback);

const rate = (what: string, fallback: number) =>
  z
    .string()
    .regex(
      /^(?:off|[1-9][0-9]{0,5})$/,
      `a whole number of ${what} per minute from 1 to 999999, or off`,
    )
    // Not undefined for off, since undefined would mean that the default applies.
    .transform((text) => (text === "off" ? text : Number(text)))
    .default(fallback);

const entries = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

const encryptionKeys = z.string().transform((text, check) => {
  const parsed = parseEncryptionKeys(text);
  if (parsed.kind === "keys") return parsed.keys;
  // Without the input, since the error must not contain the key.
  check.addIssue({ code: "custom", message: parsed.problem, input: undefined });
  return z.NEVER;
});

/** The README of this package lists each setting, which a test checks. */
export const SETTINGS = z.object({
  INTRAY_HOST: z.string().default("127.0.0.1"),
  INTRAY_PORT: z
    .string()
    .regex(/^[0-9]{1,5}$/, "a port from 0 to 65535; 0 means any free port")
    .transform(Number)
    .refine((port) => port <= 65_535, "a port from 0 to 65535; 0 means any free port")
    .default(8787),
  INTRAY_PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: "an http or https URL, such as https://forms.example.org",
    })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  INTRAY_ALLOWED_HOSTS: entries
    .refine(
      (hosts) => hosts.every((host) => isHost(host)),
      "host names or addresses separated by commas, without scheme and port, such as intray.lan, 192.168.1.5",
    )
    .default([]),
  INTRAY_SECURITY_CONTACT: z
    .string()
    .refine(
      (text) => isEmail(text) || (/^https:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text)),
      "an e-mail address or an https URL, such as security@example.org",
    )
    .transform((text) => (isEmail(text) ? `mailto:${text}` : text))
    .optional(),
  INTRAY_DATA_DIR: z.string().default("intray-data"),
  INTRAY_DATABASE_URL: z
    .string()
    .refine(
      (url) => !url.includes("://") || isPostgresUrl(url),
      "postgres://user:password@host:5432/database (with a standby: @host:5432,other:5432/database), or the path of a SQLite file",
    )
    .optional(),
  INTRAY_ATTACHMENTS_DIR: z.string().optional(),
  INTRAY_MIN_FREE_DISK: z
    .string()
    .regex(/^[0-9]{1,15}$/, "a whole number of bytes, such as 268435456; 0 means no limit")
    .transform(Number)
    .default(256 * 1_024 * 1_024),
  INTRAY_S3_BUCKET: z.string().optional(),
  INTRAY_S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: "an http or https URL, such as https://s3.example.org",
    })
    .optional(),
  INTRAY_S3_REGION: z.string().optional(),
  INTRAY_S3_ACCESS_KEY_ID: z.string().optional(),
  INTRAY_S3_SECRET_ACCESS_KEY: z.string().optional(),
  INTRAY_S3_PREFIX: z
    .string()
    .regex(
      /^[\w.!*'()-]+(?:\/[\w.!*'()-]+)*\/?$/,
      "path segments separated by slashes, such as intray/files",
    )
    .transform((prefix) => prefix.replace(/\/?$/, "/"))
    .optional(),
  INTRAY_S3_FORCE_PATH_STYLE: z
    .enum(["true", "false"], "true or false")
    .transform((text) => text === "true")
    .optional(),
  INTRAY_BOOTSTRAP_ACCOUNT_KEY: z.string().min(32, "a text of 32 characters or more").optional(),
  INTRAY_ENCRYPTION_KEY: encryptionKeys.optional(),
  INTRAY_ENCRYPTION_KEY_FILE: z.string().optional(),
  INTRAY_WEBHOOK_ALLOW: entries.default([]),
  INTRAY_WEBHOOK_PROXY: z
    .string()
    .refine(
      isProxy,
      "the http or https URL of a proxy, with nothing after the port, such as http://proxy.internal:3128 or http://user:password@proxy.internal:3128",
    )
    .optional(),
  INTRAY_MAX_OPEN_ATTEMPTS: count(DEFAULT_MAX_OPEN_ATTEMPTS),
  INTRAY_RETRY_SCHEDULE: z
    .string()
    .regex(
      /^\s*\d+(ms|s|m|h)(\s*,\s*\d+(ms|s|m|h))*\s*$/,
      "durations separated by commas, such as 1s,30s,5m",
    )
    .transform((list) => list.split(",").map((entry) => durationMs(entry.trim())))
    .optional(),
  INTRAY_TRUST_PROXY: entries
    .refine(
      (ranges) => ranges.every(isRange),
      "addresses and ranges separated by commas, such as 10.0.0.0/8, 2001:db8::1",
    )
    .default([]),
  INTRAY_RATE_LIMIT: rate("posts", DEFAULT_RATE_LIMIT),
  INTRAY_KEY_RATE_LIMIT: rate("requests", DEFAULT_KEY_RATE_LIMIT),
  INTRAY_MCP: z.enum(["off", "read", "change"], "off, read or change").default("read"),
  INTRAY_MCP_RATE_LIMIT: rate("requests", DEFAULT_MCP_RATE_LIMIT),
  INTRAY_AKISMET_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/, "an API key of Akismet")
    .optional(),
  INTRAY_DISABLE_ON_410: z
    .enum(["true", "false"], "true or false")
    .default("true")
    .transform((text) => text === "true"),
  INTRAY_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "16 or more letters, digits and symbols, without spaces")
    .optional(),
  INTRAY_LEADS_URL: z
    .url({
      protocol: /^https?$/,
      error:
        "the http or https URL of an OpenAI-compatible API, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1",
    })
    .transform((url) =>
      /\/chat\/completions(?:\?|$)/.test(url) ? url : `${url.replace(/\/+$/, "")}/chat/completions`,
    )
    .optional(),
  INTRAY_LEADS_MODEL: z.string().max(200, "a name of at most 200 characters").optional(),
  INTRAY_LEADS_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "letters, digits and symbols, without spaces")
    .optional(),
  INTRAY_LEADS_API_KEY_FILE: z.string().optional(),
  ...MAIL_SETTINGS,
  INTRAY_GEOIP_FILE: z.string().optional(),
  INTRAY_ADMIN_EMAIL: z
    .string()
    .refine(isEmail, "an e-mail address, such as ada@example.org")
    .optional(),
  INTRAY_ADMIN_PASSWORD_FILE: z.string().optional(),
  INTRAY_SESSION_MAX_DAYS: days(90),
  INTRAY_LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`).default("info"),
  INTRAY_SPAM_DAYS: days(30),
  INTRAY_TRASH_DAYS: days(30),
  INTRAY_LOG_DAYS: days(30),
  INTRAY_MAX_BODY_BYTES: bytes(DEFAULT_LIMITS.maxBodyBytes),
  INTRAY_MAX_FIELD_BYTES: bytes(DEFAULT_LIMITS.maxFieldBytes),
  INTRAY_MAX_FIELDS: count(DEFAULT_LIMITS.maxFields),
  INTRAY_MAX_FILE_BYTES: bytes(DEFAULT_LIMITS.maxFileBytes),
  INTRAY_MAX_FILES: count(DEFAULT_LIMITS.maxFiles),
  INTRAY_MAX_UPLOAD_BYTES: bytes(DEFAULT_LIMITS.maxUploadBytes),
  INTRAY_FORM_FILE_QUOTA: quota,
  INTRAY_ACCOUNT_FILE_QUOTA: quota,
  INTRAY_BODY_MEMORY: bytes(DEFAULT_BODY_LIMITS.maxMemoryBytes),
  INTRAY_MAX_OPEN_POSTS: count(DEFAULT_BODY_LIMITS.maxOpenPerAddress),
  INTRAY_BODY_SECONDS: count(DEFAULT_BODY_LIMITS.maxSeconds),
  INTRAY_MIN_BODY_RATE: count(DEFAULT_BODY_LIMITS.minBytesPerSecond),
  INTRAY_MAX_CONNECTIONS: count(DEFAULT_MAX_CONNECTIONS),
  INTRAY_DRAIN_SECONDS: count(30),
});

export type Settings = z.output<typeof SETTINGS>;

export const isPostgresUrl = (url: string): boolean => databaseHosts(url).length > 0;

function isHost(text: string): boolean {
  return isIPv6(text) || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`));
}

function isRange(text: string): boolean {
  try {
    parseRange(text);
    return true;
  } catch {
    return false;
  }
}

/** Rejects a password without a user name, which would not be sent, and invalid percent-encoding. */
function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    (username !== "" || password === "") &&
    canDecode(username + password) &&
    `${pathname}${search}${hash}` === "/"
  );
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

function durationMs(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
