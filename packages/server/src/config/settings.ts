/** Every `INTRAY_*` setting: its name, its place in the configuration, valid values and default. Error texts complete "X must be …". */
import { isIPv6 } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_BODY_LIMITS } from "../bodies/open-bodies.ts";
import { isForProjects, ROLES } from "../domain/account/role.ts";
import { parseEncryptionKeys } from "../domain/account/encryption-key.ts";
import { parseRange } from "../intake/client-address.ts";
import { DEFAULT_LIMITS } from "../intake/parse/limits.ts";
import { databaseHosts } from "../store/postgres/database-hosts.ts";
import { LOG_LEVELS } from "../platform/log.ts";
import { isEmail } from "../domain/submission/submission.ts";
import { parseAddress } from "../domain/mail/address.ts";
import { parseRelayUrl } from "../mail/smtp/relay.ts";
import { tryOrUndefined } from "../platform/errors.ts";

const SETTING_NAMES = z.registry<{ name: string; isSecret: boolean }>();

/** Gives the schema of a value the name of its setting. A schema has one name. */
function setting<Schema extends z.ZodType>(
  name: `INTRAY_${string}`,
  schema: Schema,
  isSecret = false,
): Schema {
  SETTING_NAMES.add(schema, { name, isSecret });
  return schema;
}

/** As {@link setting}. The value may also be in a file, which `<name>_FILE` names. It is never logged. */
const secret: typeof setting = (name, schema) => setting(name, schema, true);

/** The error does not contain the input, which may be a secret. */
function reject(check: z.core.$RefinementCtx, message: string): never {
  check.addIssue({ code: "custom", message, input: undefined });
  return z.NEVER;
}

const relay = z.string().transform((text, check) => {
  const parsed = parseRelayUrl(text);
  return parsed.kind === "relay" ? parsed.relay : reject(check, parsed.problem);
});

const sender = z.string().transform((text, check) => {
  const [, name = "", inBrackets] = /^(?:"?([^"<>]*?)"?\s*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const parsed = parseAddress(inBrackets ?? text.trim());
  if ("address" in parsed && !/\p{Cc}/u.test(name)) return { name, address: parsed.address };
  return reject(
    check,
    "an e-mail address, such as forms@example.org or Example <forms@example.org>",
  );
});

/** A selector is one or more labels of a host name (RFC 6376). */
const SELECTOR = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message);

const checked = (isValid: (text: string) => boolean, message: string) =>
  z.string().refine(isValid, message);
const number = (pattern: RegExp, message: string, fallback: number) =>
  matching(pattern, message).transform(Number).default(fallback);

const bytes = (fallback: number) =>
  number(/^[1-9][0-9]{0,11}$/, "a whole number of bytes, such as 2097152", fallback);
const quota = () =>
  matching(/^[1-9][0-9]{0,14}$/, "a whole number of bytes, such as 10737418240")
    .optional()
    .transform((text) => (text === undefined ? undefined : Number(text)));
const count = (fallback: number) =>
  number(/^[1-9][0-9]{0,5}$/, "a whole number from 1 to 999999", fallback);
const days = (fallback: number) =>
  number(/^[1-9][0-9]{0,4}$/, "a whole number of days from 1 to 99999", fallback);

const numberUnlessOff = (text: string) => (text === "off" ? undefined : Number(text));
const rate = (what: string, fallback: number) =>
  matching(
    /^(?:off|[1-9][0-9]{0,5})$/,
    `a whole number of ${what} per minute from 1 to 999999, or off`,
  )
    .default(String(fallback))
    .transform(numberUnlessOff);

const flag = z.enum(["true", "false"], "true or false");
const isTrue = (text: "true" | "false") => text === "true";
const unlessFalse = () => flag.default("true").transform(isTrue);

const absolutePath = z.string().transform((text) => resolve(text));
const filePath = () => absolutePath.optional();

const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error });

const entries = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

const encryptionKeys = z.string().transform((text, check) => {
  const parsed = parseEncryptionKeys(text);
  return parsed.kind === "keys" ? parsed.keys : reject(check, parsed.problem);
});

const mail = z.object({
  relay: secret("INTRAY_SMTP_URL", relay.optional()),
  from: setting("INTRAY_MAIL_FROM", sender.optional()),
  dkim: z.object({
    keyFile: setting("INTRAY_MAIL_DKIM_KEY_FILE", filePath()),
    domain: setting(
      "INTRAY_MAIL_DKIM_DOMAIN",
      matching(DOMAIN, "a domain, such as example.org").toLowerCase().optional(),
    ),
    selector: setting(
      "INTRAY_MAIL_DKIM_SELECTOR",
      matching(SELECTOR, "the name of a DNS record before ._domainkey, such as intray")
        .toLowerCase()
        .optional(),
    ),
  }),
  /** Messages a second; `undefined` = no limit. */
  rate: setting(
    "INTRAY_MAIL_RATE",
    // At least 0.1, so that a message gets its turn before the deadline of its attempt.
    matching(
      /^(?:off|[1-9][0-9]{0,3}(?:\.[0-9]{1,3})?|0\.[1-9][0-9]{0,2})$/,
      "a number of messages per second from 0.1 to 9999, such as 10 or 0.5, or off",
    )
      // Most relays of providers take more, and 600 a minute are enough for a form.
      .default("10")
      .transform(numberUnlessOff),
  ),
  /** Messages at a time: by default as many as nodemailer's pool has connections. */
  concurrency: setting(
    "INTRAY_MAIL_CONCURRENCY",
    number(/^[1-9][0-9]{0,2}$/, "a whole number from 1 to 999", 5),
  ),
  /** How long to wait for the answer to a whole message. RFC 5321, section 4.5.3.2.6, asks for ten minutes. */
  answerTimeoutMs: setting(
    "INTRAY_SMTP_ANSWER_TIMEOUT",
    matching(
      /^(?:[1-9][0-9]{0,2}s|(?:[1-9]|[1-5][0-9]|60)m)$/,
      "a duration of at most 60m, such as 10m or 90s",
    )
      .transform((text) => durationMs(text))
      .default(600_000),
  ),
  /** Whether recipients confirm their address before they get mail. */
  confirms: setting("INTRAY_MAIL_CONFIRM", unlessFalse()),
  /** The most automatic answers of an account in 24 hours. A form that bots found would otherwise write to strangers. */
  answersPerDay: setting("INTRAY_MAIL_ANSWERS_PER_DAY", count(500)),
});

/** The settings of the bucket for uploaded files, which config.ts completes. */
const s3 = z.object({
  bucket: setting("INTRAY_S3_BUCKET", z.string().optional()),
  endpoint: setting(
    "INTRAY_S3_ENDPOINT",
    httpUrl("an http or https URL, such as https://s3.example.org").optional(),
  ),
  region: setting("INTRAY_S3_REGION", z.string().optional()),
  accessKeyId: secret("INTRAY_S3_ACCESS_KEY_ID", z.string().optional()),
  secretAccessKey: secret("INTRAY_S3_SECRET_ACCESS_KEY", z.string().optional()),
  prefix: setting(
    "INTRAY_S3_PREFIX",
    matching(
      /^[\w.!*'()-]+(?:\/[\w.!*'()-]+)*\/?$/,
      "path segments separated by slashes, such as intray/files",
    )
      .transform((prefix) => prefix.replace(/\/?$/, "/"))
      .default(""),
  ),
  forcePathStyle: setting("INTRAY_S3_FORCE_PATH_STYLE", flag.transform(isTrue).optional()),
});

const accessByGroup = z.string().transform((text, check) => {
  const all = z.literal(null).default(null);
  const role = z.enum(ROLES.filter(isForProjects));
  const ids = z.array(z.int().positive()).nullable().default(null);
  const access = z.union([
    z.strictObject({ role: z.enum(ROLES), project_ids: all }),
    z.strictObject({ role, project_ids: ids }),
  ]);
  const parsed = z
    .record(z.string(), access)
    .safeParse(tryOrUndefined<unknown>(() => JSON.parse(text)));
  if (parsed.success) return parsed.data;
  const message = `JSON such as {"staff":{"role":"editor"},"client":{"role":"viewer","project_ids":[3]}}, with the roles ${ROLES.join(", ")}; owners and admins have all projects`;
  return reject(check, message);
});

/** Single sign-on. */
const oidc = z.object({
  issuer: setting(
    "INTRAY_OIDC_ISSUER",
    z
      .string()
      .refine(
        isIssuer,
        "the https URL by which the provider calls itself, without /.well-known/…, such as https://id.example.org/realms/main; http is only for this machine",
      )
      .optional(),
  ),
  clientId: setting("INTRAY_OIDC_CLIENT_ID", z.string().optional()),
  clientSecret: secret("INTRAY_OIDC_CLIENT_SECRET", z.string().optional()),
  /** The provider, as the sign-in page names it. */
  name: setting(
    "INTRAY_OIDC_NAME",
    z.string().max(60, "a name of at most 60 characters").default("single sign-on"),
  ),
  roleClaim: setting("INTRAY_OIDC_ROLE_CLAIM", z.string().optional()),
  roles: setting("INTRAY_OIDC_ROLES", accessByGroup.optional()),
  isOnly: setting("INTRAY_OIDC_ONLY", flag.default("false").transform(isTrue)),
});

const leads = z.object({
  url: setting(
    "INTRAY_LEADS_URL",
    httpUrl(
      "the http or https URL of an OpenAI-compatible API, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1",
    )
      .transform((url) =>
        /\/chat\/completions(?:\?|$)/.test(url)
          ? url
          : `${url.replace(/\/+$/, "")}/chat/completions`,
      )
      .optional(),
  ),
  model: setting(
    "INTRAY_LEADS_MODEL",
    z.string().max(200, "a name of at most 200 characters").optional(),
  ),
  apiKey: secret(
    "INTRAY_LEADS_API_KEY",
    matching(/^[\x21-\x7e]+$/, "letters, digits and symbols, without spaces").optional(),
  ),
});

/** An origin that Intray is reached under. */
const origin = (example: string) =>
  httpUrl(`an http or https URL, such as ${example}`)
    .refine(
      (text) => (URL.parse(text)?.pathname ?? "/") === "/" && !/[?#]/.test(text),
      `a URL without a path, such as ${example}: give Intray a host name of its own, since it cannot be served under a path`,
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .optional();

/** Every setting at its place in the configuration. The README of this package lists each, which a test checks. */
export const SETTINGS = z.object({
  host: setting(
    "INTRAY_HOST",
    checked(
      isHost,
      "an address of this machine or a host name, such as 127.0.0.1, 0.0.0.0 or ::",
    ).default("127.0.0.1"),
  ),
  /** 0 = any free port. */
  port: setting(
    "INTRAY_PORT",
    matching(/^[0-9]{1,5}$/, "a port from 0 to 65535; 0 means any free port")
      .transform(Number)
      .refine((port) => port <= 65_535, "a port from 0 to 65535; 0 means any free port")
      .default(8787),
  ),
  /** The origin of links; `undefined` = the address that the server listens on. */
  publicUrl: setting("INTRAY_PUBLIC_URL", origin("https://forms.example.org")),
  /** The origin of public links to files; `undefined` = that of all links. */
  filesUrl: setting("INTRAY_FILES_URL", origin("https://files.example.org")),
  /** More host names and addresses that the dashboard and the metrics answer to. */
  allowedHosts: setting(
    "INTRAY_ALLOWED_HOSTS",
    entries
      .refine(
        (hosts) => hosts.every((host) => isHost(host)),
        "host names or addresses separated by commas, without scheme and port, such as intray.lan, 192.168.1.5",
      )
      .default([]),
  ),
  /** The URI for reports of vulnerabilities; `undefined` = the server has no security.txt. */
  securityContact: setting(
    "INTRAY_SECURITY_CONTACT",
    checked(
      (text) => isEmail(text) || (/^https:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text)),
      "an e-mail address or an https URL, such as security@example.org",
    )
      .transform((text) => (isEmail(text) ? `mailto:${text}` : text))
      .optional(),
  ),
  /** Absolute. */
  dataDir: setting("INTRAY_DATA_DIR", absolutePath.prefault("intray-data")),
  databaseUrl: secret(
    "INTRAY_DATABASE_URL",
    checked(
      (url) => !url.includes("://") || isPostgresUrl(url),
      "postgres://user:password@host:5432/database (with a standby: @host:5432,other:5432/database), or the path of a SQLite file",
    ).default("intray.db"),
  ),
  /** How long a start waits for a database that cannot be reached yet. */
  databaseWaitSeconds: setting(
    "INTRAY_DATABASE_WAIT_SECONDS",
    number(/^[0-9]{1,5}$/, "a whole number of seconds from 0 to 99999", 300),
  ),
  /** Whether SQLite is copied before it is migrated. */
  backupBeforeMigrate: setting("INTRAY_BACKUP_BEFORE_MIGRATE", unlessFalse()),
  /** How long browsers use https for this host, where the public URL does; 0 = no such header. */
  hstsDays: setting(
    "INTRAY_HSTS_DAYS",
    number(/^[0-9]{1,4}$/, "a whole number of days from 0 to 9999; 0 turns it off", 365),
  ),
  /** Whether API keys are also taken from the parameter `api_token` of a URL. */
  takesKeysInUrls: setting("INTRAY_API_TOKEN_IN_URLS", unlessFalse()),
  attachmentsDir: setting("INTRAY_ATTACHMENTS_DIR", z.string().default("attachments")),
  /** After so many days a file has no public link any more; 0: it has one as long as its submission is stored. */
  fileLinkDays: setting(
    "INTRAY_FILE_LINK_DAYS",
    number(/^[0-9]{1,5}$/, "a whole number of days from 0 to 99999; 0 means no limit", 0),
  ),
  /** Bytes. With fewer posts with files are rejected, and with a quarter of them all posts. */
  minFreeDisk: setting(
    "INTRAY_MIN_FREE_DISK",
    number(
      /^[0-9]{1,15}$/,
      "a whole number of bytes, such as 268435456; 0 means no limit",
      256 * 1_024 * 1_024,
    ),
  ),
  s3,
  /** Only at the first start: the account key to use instead of a new one. */
  bootstrapAccountKey: secret(
    "INTRAY_BOOTSTRAP_ACCOUNT_KEY",
    z.string().min(32, "a text of 32 characters or more").optional(),
  ),
  /** The first encrypts secrets, all of them decrypt; `undefined` = the file in the data folder, which is created if missing. */
  encryptionKeys: secret("INTRAY_ENCRYPTION_KEY", encryptionKeys.optional()),
  /** Internal addresses that webhooks may reach: hosts, host:port, addresses, CIDRs. */
  webhookAllow: setting("INTRAY_WEBHOOK_ALLOW", entries.default([])),
  /** The proxy for deliveries, perhaps with credentials. `undefined` = none. */
  webhookProxy: secret(
    "INTRAY_WEBHOOK_PROXY",
    checked(
      isProxy,
      "the http or https URL of a proxy, with nothing after the port, such as http://proxy.internal:3128 or http://user:password@proxy.internal:3128",
    ).optional(),
  ),
  /**
   * Deliveries that may be open at a time: waiting for a slot or in flight. A receiver that hangs costs a socket
   * and a few kilobytes until its attempt times out.
   */
  maxOpenAttempts: setting("INTRAY_MAX_OPEN_ATTEMPTS", count(2_000)),
  /** Delays between attempts in milliseconds; `undefined` = the built-in schedule. */
  retryScheduleMs: setting(
    "INTRAY_RETRY_SCHEDULE",
    matching(
      /^\s*\d+(ms|s|m|h)(\s*,\s*\d+(ms|s|m|h))*\s*$/,
      "durations separated by commas, such as 1s,30s,5m",
    )
      .transform((list) => list.split(",").map((entry) => durationMs(entry.trim())))
      .optional(),
  ),
  /** Proxies that are trusted to send the client's address: addresses and CIDRs. */
  trustProxy: setting(
    "INTRAY_TRUST_PROXY",
    entries
      .refine(
        (ranges) => ranges.every(isRange),
        "addresses and ranges separated by commas, such as 10.0.0.0/8, 2001:db8::1",
      )
      .default([]),
  ),
  /** Posts per minute from one address to one form; `undefined` = no limit. */
  rateLimit: setting("INTRAY_RATE_LIMIT", rate("posts", 60)),
  /** Requests per minute of one API key; `undefined` = no limit. */
  keyRateLimit: setting("INTRAY_KEY_RATE_LIMIT", rate("requests", 6_000)),
  mcp: z.object({
    tools: setting(
      "INTRAY_MCP",
      z.enum(["off", "read", "change"], "off, read or change").default("read"),
    ),
    /** Requests to /mcp per minute of one API key; `undefined` = no limit. */
    rateLimit: setting("INTRAY_MCP_RATE_LIMIT", rate("requests", 120)),
  }),
  /** The API key of Akismet. `undefined` = Akismet is not called. */
  akismetKey: secret(
    "INTRAY_AKISMET_KEY",
    matching(/^[0-9A-Za-z]{8,64}$/, "an API key of Akismet").optional(),
  ),
  /** Whether a receiver that responds with 410 disables its webhook. */
  disableOn410: setting("INTRAY_DISABLE_ON_410", unlessFalse()),
  /** The token for `/metrics`. `undefined` = only this machine may read metrics. */
  metricsToken: secret(
    "INTRAY_METRICS_TOKEN",
    matching(
      /^[\x21-\x7e]{16,}$/,
      "16 or more letters, digits and symbols, without spaces",
    ).optional(),
  ),
  leads,
  mail,
  oidc,
  /** Absolute: a MaxMind database for IP geolocation; `undefined` = none. */
  geoipFile: setting("INTRAY_GEOIP_FILE", filePath()),
  admin: z.object({
    email: setting(
      "INTRAY_ADMIN_EMAIL",
      checked(isEmail, "an e-mail address, such as ada@example.org").optional(),
    ),
    passwordFile: setting("INTRAY_ADMIN_PASSWORD_FILE", filePath()),
  }),
  /** Sessions of the dashboard end this many days after their start, however much they are used. */
  sessionMaxDays: setting("INTRAY_SESSION_MAX_DAYS", days(90)),
  logLevel: setting(
    "INTRAY_LOG_LEVEL",
    z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`).default("info"),
  ),
  /** Retention in days of spam, of the trash, and of the attempts of finished deliveries. */
  spamDays: setting("INTRAY_SPAM_DAYS", days(30)),
  trashDays: setting("INTRAY_TRASH_DAYS", days(30)),
  logDays: setting("INTRAY_LOG_DAYS", days(30)),
  /** 0: entries of the audit log are kept for ever. */
  auditDays: setting(
    "INTRAY_AUDIT_DAYS",
    number(/^[0-9]{1,5}$/, "a whole number of days from 0 to 99999; 0 keeps all", 400),
  ),
  limits: z.object({
    maxBodyBytes: setting("INTRAY_MAX_BODY_BYTES", bytes(DEFAULT_LIMITS.maxBodyBytes)),
    maxFieldBytes: setting("INTRAY_MAX_FIELD_BYTES", bytes(DEFAULT_LIMITS.maxFieldBytes)),
    maxFields: setting("INTRAY_MAX_FIELDS", count(DEFAULT_LIMITS.maxFields)),
    maxFileBytes: setting("INTRAY_MAX_FILE_BYTES", bytes(DEFAULT_LIMITS.maxFileBytes)),
    maxFiles: setting("INTRAY_MAX_FILES", count(DEFAULT_LIMITS.maxFiles)),
    maxUploadBytes: setting("INTRAY_MAX_UPLOAD_BYTES", bytes(DEFAULT_LIMITS.maxUploadBytes)),
  }),
  fileQuotas: z.object({
    formBytes: setting("INTRAY_FORM_FILE_QUOTA", quota()),
    accountBytes: setting("INTRAY_ACCOUNT_FILE_QUOTA", quota()),
  }),
  bodies: z.object({
    maxMemoryBytes: setting("INTRAY_BODY_MEMORY", bytes(DEFAULT_BODY_LIMITS.maxMemoryBytes)),
    maxOpenPerAddress: setting(
      "INTRAY_MAX_OPEN_POSTS",
      count(DEFAULT_BODY_LIMITS.maxOpenPerAddress),
    ),
    maxSeconds: setting("INTRAY_BODY_SECONDS", count(DEFAULT_BODY_LIMITS.maxSeconds)),
    minBytesPerSecond: setting(
      "INTRAY_MIN_BODY_RATE",
      count(DEFAULT_BODY_LIMITS.minBytesPerSecond),
    ),
  }),
  /** Connections that may be open at the same time. One that does nothing takes some 10 KiB. */
  maxConnections: setting("INTRAY_MAX_CONNECTIONS", count(4_000)),
  drainSeconds: setting("INTRAY_DRAIN_SECONDS", count(30)),
});

/** The variables of an environment that are set, and not empty. */
export type Given = Readonly<Record<string, string>>;

export type Settings = z.output<typeof SETTINGS>;

export const namesIn = (group: z.ZodObject): string[] =>
  Object.values(group.shape).flatMap((member) =>
    member instanceof z.ZodObject ? namesIn(member) : namesOf(member),
  );

function namesOf(member: z.core.$ZodType): string[] {
  const name = nameOf(member);
  return SETTING_NAMES.get(member)?.isSecret === true ? [name, `${name}_FILE`] : [name];
}

export const SECRETS: readonly string[] = namesIn(SETTINGS).filter((name, _, all) =>
  all.includes(`${name}_FILE`),
);

/** Returns the settings, or a sentence for each that is invalid. */
export function parseSettings(
  given: Given,
): { readonly settings: Settings } | { readonly problems: readonly string[] } {
  const { data, error } = SETTINGS.safeParse(valuesOf(SETTINGS, given));
  return error === undefined
    ? { settings: data }
    : {
        problems: error.issues.map(({ path, message }) => problemOf(nameAt(path), message, given)),
      };
}

function problemOf(name: string, message: string, given: Given): string {
  const file = given[`${name}_FILE`];
  return file === undefined
    ? `${name} must be ${message}.`
    : `The file ${resolve(file)} of ${name}_FILE must contain ${message}.`;
}

const valuesOf = (group: z.ZodObject, given: Given): object =>
  Object.fromEntries(
    Object.entries(group.shape).map(([key, member]) => [
      key,
      member instanceof z.ZodObject ? valuesOf(member, given) : given[nameOf(member)],
    ]),
  );

function nameAt(path: readonly PropertyKey[]): string {
  let member: z.core.$ZodType | undefined = SETTINGS;
  for (const key of path) if (member instanceof z.ZodObject) member = member.shape[String(key)];
  return nameOf(member);
}

function nameOf(member: z.core.$ZodType | undefined): string {
  return (member && SETTING_NAMES.get(member)?.name) ?? "";
}

export const isPostgresUrl = (url: string): boolean => databaseHosts(url).length > 0;

function isHost(text: string): boolean {
  return isIPv6(text) || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`));
}

const isRange = (text: string) => tryOrUndefined(() => parseRange(text)) !== undefined;

/** Rejects a password without a user name, which would not be sent, and invalid percent-encoding. */
function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    (username !== "" || password === "") &&
    tryOrUndefined(() => decodeURIComponent(username + password)) !== undefined &&
    `${pathname}${search}${hash}` === "/"
  );
}

/** Tokens and the secret pass the network in plain text without https. */
function isIssuer(text: string): boolean {
  const { protocol, hostname, search, hash } = URL.parse(text) ?? {};
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname ?? "");
  const isSafe = protocol === "https:" || (protocol === "http:" && isLocal);
  return isSafe && search === "" && hash === "" && !text.includes("/.well-known/");
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

function durationMs(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
