/** The settings of a server, read from the environment: every `INTRAY_*` name it knows. */
import { resolve } from "node:path";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import type { S3Settings } from "./attachments/s3-settings.ts";
import { parseEncryptionKeys } from "./encryption-key.ts";
import { parseRange } from "./intake/client-address.ts";
import { DEFAULT_LIMITS, type IntakeLimits } from "./intake/limits.ts";
import { isEmail } from "./submission.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import type { Database } from "./store/store.ts";

export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** The origin in links; `undefined` = the address that is listened on. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly database: Database;
  readonly attachments: AttachmentsPlace;
  /** First start only: the account key to use instead of a fresh one. */
  readonly bootstrapAccountKey: string | undefined;
  /** The first seals secrets, all of them open; `undefined` = those of a file. */
  readonly encryptionKeys: readonly Uint8Array[] | undefined;
  /** Absolute; `undefined` = the one in the data folder, made when it is not there. */
  readonly encryptionKeyFile: string | undefined;
  /** What the guard lets through: hosts, host:port, addresses, CIDRs. */
  readonly webhookAllow: readonly string[];
  /** The proxy of deliveries, credentials included: never logged. `undefined` = none. */
  readonly webhookProxy: string | undefined;
  /** Delays between attempts in milliseconds; `undefined` = the built-in schedule. */
  readonly retryScheduleMs: readonly number[] | undefined;
  /** Proxies whose word for the client's address is taken: addresses and CIDRs. */
  readonly trustProxy: readonly string[];
  /** Posts a minute of one address to one form; `undefined` = any number. */
  readonly rateLimit: number | undefined;
  /** Of Akismet: never logged. `undefined` = it is never asked. */
  readonly akismetKey: string | undefined;
  /** Whether a receiver that answers 410 disables its webhook. */
  readonly disableOn410: boolean;
  /** Opens `/metrics` from elsewhere than this machine: never logged. `undefined` = nothing does. */
  readonly metricsToken: string | undefined;
  /** The model that scores leads; `undefined` = the built-in rules alone do. */
  readonly leads: LeadsConfig | undefined;
  /** Absolute: a MaxMind database of places; `undefined` = none. */
  readonly geoipFile: string | undefined;
  /** First start only: who may sign in. `undefined` = nobody yet. */
  readonly admin: { readonly email: string; readonly passwordFile: string } | undefined;
  readonly logLevel: LogLevel;
  /** Days for which spam, the trash, and the log of ended deliveries are kept. */
  readonly spamDays: number;
  readonly trashDays: number;
  readonly logDays: number;
  readonly limits: IntakeLimits;
}

export interface LeadsConfig {
  /** Of chat completions. */
  readonly url: string;
  readonly model: string;
  /** Never logged. */
  readonly apiKey: string | undefined;
  /** Absolute. */
  readonly apiKeyFile: string | undefined;
}
/** Where uploaded files go. */
export type AttachmentsPlace =
  | {
      readonly kind: "disk";
      /** Absolute. */
      readonly folder: string;
      /** With less left no file is taken. */
      readonly minFreeBytes: number;
    }
  | ({ readonly kind: "s3" } & S3Settings);

/** Posts a minute of one address to one form. */
const DEFAULT_RATE_LIMIT = 60;

/** What the environment got wrong; one sentence a line, each naming its setting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const bytes = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,11}$/, "a whole number of bytes, such as 2097152")
    .transform(Number)
    .default(fallback);
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

const entries = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

const encryptionKeys = z.string().transform((text, check) => {
  const parsed = parseEncryptionKeys(text);
  if (parsed.kind === "keys") return parsed.keys;
  // Without the input, which is the key.
  check.addIssue({ code: "custom", message: parsed.problem, input: undefined });
  return z.NEVER;
});

/** The table in this package's README names each of them. */
export const SETTINGS = z.object({
  INTRAY_HOST: z.string().default("127.0.0.1"),
  INTRAY_PORT: z
    .string()
    .regex(/^[0-9]{1,5}$/, "a port from 0 to 65535; 0 takes any free one")
    .transform(Number)
    .refine((port) => port <= 65_535, "a port from 0 to 65535; 0 takes any free one")
    .default(8787),
  INTRAY_PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: "an http or https address, such as https://forms.example.org",
    })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  INTRAY_DATA_DIR: z.string().default("intray-data"),
  INTRAY_DATABASE_URL: z
    .string()
    .refine(
      (url) => !url.includes("://") || isPostgresUrl(url),
      "postgres://user:password@host:5432/database, or the path of a SQLite file",
    )
    .optional(),
  INTRAY_ATTACHMENTS_DIR: z.string().optional(),
  INTRAY_MIN_FREE_DISK: z
    .string()
    .regex(/^[0-9]{1,15}$/, "a whole number of bytes, such as 268435456; 0 uses the disk up")
    .transform(Number)
    .default(256 * 1_024 * 1_024),
  INTRAY_S3_BUCKET: z.string().optional(),
  INTRAY_S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: "an http or https address, such as https://s3.example.org",
    })
    .optional(),
  INTRAY_S3_REGION: z.string().optional(),
  INTRAY_S3_ACCESS_KEY_ID: z.string().optional(),
  INTRAY_S3_SECRET_ACCESS_KEY: z.string().optional(),
  INTRAY_S3_PREFIX: z
    .string()
    .regex(
      /^[\w.!*'()-]+(?:\/[\w.!*'()-]+)*\/?$/,
      "words with slashes between them, such as intray/files",
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
      "the http or https address of a proxy, with nothing behind the port, such as http://proxy.internal:3128 or http://user:password@proxy.internal:3128",
    )
    .optional(),
  INTRAY_RETRY_SCHEDULE: z
    .string()
    .regex(
      /^\s*\d+(ms|s|m|h)(\s*,\s*\d+(ms|s|m|h))*\s*$/,
      "durations with commas between them, such as 1s,30s,5m",
    )
    .transform((list) => list.split(",").map((entry) => durationMs(entry.trim())))
    .optional(),
  INTRAY_TRUST_PROXY: entries
    .refine(
      (ranges) => ranges.every(isRange),
      "addresses and ranges with commas between them, such as 10.0.0.0/8, 2001:db8::1",
    )
    .default([]),
  INTRAY_RATE_LIMIT: z
    .string()
    .regex(/^(?:off|[1-9][0-9]{0,5})$/, "a whole number of posts a minute from 1 to 999999, or off")
    // Not undefined for off: that would be taken for not given.
    .transform((text) => (text === "off" ? text : Number(text)))
    .default(DEFAULT_RATE_LIMIT),
  INTRAY_AKISMET_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/, "the key that Akismet gave you")
    .optional(),
  INTRAY_DISABLE_ON_410: z
    .enum(["true", "false"], "true or false")
    .default("true")
    .transform((text) => text === "true"),
  INTRAY_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "16 or more letters, digits and signs, without spaces")
    .optional(),
  INTRAY_LEADS_URL: z
    .url({
      protocol: /^https?$/,
      error:
        "the http or https address of an OpenAI-compatible API, such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1",
    })
    .transform((url) =>
      /\/chat\/completions(?:\?|$)/.test(url) ? url : `${url.replace(/\/+$/, "")}/chat/completions`,
    )
    .optional(),
  INTRAY_LEADS_MODEL: z.string().max(200, "a name of at most 200 characters").optional(),
  INTRAY_LEADS_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "letters, digits and signs, without spaces")
    .optional(),
  INTRAY_LEADS_API_KEY_FILE: z.string().optional(),
  INTRAY_GEOIP_FILE: z.string().optional(),
  INTRAY_ADMIN_EMAIL: z
    .string()
    .refine(isEmail, "an e-mail address, such as ada@example.org")
    .optional(),
  INTRAY_ADMIN_PASSWORD_FILE: z.string().optional(),
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
});

/** Settings of the CLI, of handlers and of Kubernetes: none of the server's business. */
const OF_OTHERS = new Set([
  "INTRAY_BASE_URL",
  "INTRAY_API_KEY",
  "INTRAY_API_KEY_FILE",
  "INTRAY_PROFILE",
  "INTRAY_FORM_ID",
  "INTRAY_WEBHOOK_SECRET",
  "INTRAY_WEBHOOK_SECRET_FILE",
  "INTRAY_SUBMISSION_ID",
  "INTRAY_ATTEMPT",
  "INTRAY_REDELIVERED",
  "INTRAY_IDEMPOTENCY_KEY",
]);
const OF_KUBERNETES = /^INTRAY_(SERVICE|PORT)_/;
const MISTYPED_LETTERS = 2;

/**
 * @returns The settings, and a sentence for each `INTRAY_*` name that means nothing here.
 * @throws ConfigError naming every bad setting, and every unknown one that looks mistyped.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { mistyped, warnings } = strangers(Object.keys(given));
  const parsed = SETTINGS.safeParse(given);
  const wrong = [...mistyped, ...twice(given)];
  const problems = parsed.success
    ? [...wrong, ...s3Problems(parsed.data), ...missingOf(parsed.data), ...alone(parsed.data)]
    : [
        ...wrong,
        ...parsed.error.issues.map((issue) => `${String(issue.path[0])} must be ${issue.message}.`),
      ];
  if (problems.length > 0 || parsed.data === undefined) throw new ConfigError(problems.join("\n"));
  return { config: toConfig(parsed.data), warnings };
}

function twice(given: Readonly<Record<string, unknown>>): string[] {
  return ["INTRAY_ENCRYPTION_KEY", "INTRAY_LEADS_API_KEY"]
    .filter((name) => name in given && `${name}_FILE` in given)
    .map((name) => `${name} and ${name}_FILE are both given; keep one of them.`);
}

function toConfig(settings: z.output<typeof SETTINGS>): Config {
  const dataDir = resolve(settings.INTRAY_DATA_DIR);
  return {
    host: settings.INTRAY_HOST,
    port: settings.INTRAY_PORT,
    publicUrl: settings.INTRAY_PUBLIC_URL,
    dataDir,
    database: databaseAt(settings.INTRAY_DATABASE_URL ?? "intray.db", dataDir),
    attachments: attachmentsAt(settings, dataDir),
    bootstrapAccountKey: settings.INTRAY_BOOTSTRAP_ACCOUNT_KEY,
    encryptionKeys: settings.INTRAY_ENCRYPTION_KEY,
    encryptionKeyFile:
      settings.INTRAY_ENCRYPTION_KEY_FILE === undefined
        ? undefined
        : resolve(settings.INTRAY_ENCRYPTION_KEY_FILE),
    webhookAllow: settings.INTRAY_WEBHOOK_ALLOW,
    webhookProxy: settings.INTRAY_WEBHOOK_PROXY,
    retryScheduleMs: settings.INTRAY_RETRY_SCHEDULE,
    trustProxy: settings.INTRAY_TRUST_PROXY,
    rateLimit: settings.INTRAY_RATE_LIMIT === "off" ? undefined : settings.INTRAY_RATE_LIMIT,
    akismetKey: settings.INTRAY_AKISMET_KEY,
    disableOn410: settings.INTRAY_DISABLE_ON_410,
    metricsToken: settings.INTRAY_METRICS_TOKEN,
    leads: leadsOf(settings),
    geoipFile:
      settings.INTRAY_GEOIP_FILE === undefined ? undefined : resolve(settings.INTRAY_GEOIP_FILE),
    admin: adminOf(settings),
    logLevel: settings.INTRAY_LOG_LEVEL,
    spamDays: settings.INTRAY_SPAM_DAYS,
    trashDays: settings.INTRAY_TRASH_DAYS,
    logDays: settings.INTRAY_LOG_DAYS,
    limits: {
      maxBodyBytes: settings.INTRAY_MAX_BODY_BYTES,
      maxFieldBytes: settings.INTRAY_MAX_FIELD_BYTES,
      maxFields: settings.INTRAY_MAX_FIELDS,
      maxFileBytes: settings.INTRAY_MAX_FILE_BYTES,
      maxFiles: settings.INTRAY_MAX_FILES,
      maxUploadBytes: settings.INTRAY_MAX_UPLOAD_BYTES,
    },
  };
}

function leadsOf(settings: z.output<typeof SETTINGS>): LeadsConfig | undefined {
  const { INTRAY_LEADS_URL: url, INTRAY_LEADS_MODEL: model } = settings;
  if (url === undefined || model === undefined) return undefined;
  const { INTRAY_LEADS_API_KEY: apiKey, INTRAY_LEADS_API_KEY_FILE: file } = settings;
  return { url, model, apiKey, apiKeyFile: file === undefined ? undefined : resolve(file) };
}

function adminOf(settings: z.output<typeof SETTINGS>): Config["admin"] {
  const { INTRAY_ADMIN_EMAIL: email, INTRAY_ADMIN_PASSWORD_FILE: file } = settings;
  return email === undefined || file === undefined
    ? undefined
    : { email, passwordFile: resolve(file) };
}

/** Settings that mean something only with another one. */
const TOGETHER = [
  ["INTRAY_LEADS_URL", "INTRAY_LEADS_MODEL"],
  ["INTRAY_LEADS_MODEL", "INTRAY_LEADS_URL"],
  ["INTRAY_LEADS_API_KEY", "INTRAY_LEADS_URL"],
  ["INTRAY_LEADS_API_KEY_FILE", "INTRAY_LEADS_URL"],
  ["INTRAY_ADMIN_EMAIL", "INTRAY_ADMIN_PASSWORD_FILE"],
  ["INTRAY_ADMIN_PASSWORD_FILE", "INTRAY_ADMIN_EMAIL"],
] as const;

function alone(settings: z.output<typeof SETTINGS>): string[] {
  return TOGETHER.filter(
    ([one, other]) => settings[one] !== undefined && settings[other] === undefined,
  ).map(([one, other]) => `${one} needs ${other} beside it.`);
}

function attachmentsAt(settings: z.output<typeof SETTINGS>, dataDir: string): AttachmentsPlace {
  const {
    INTRAY_S3_BUCKET: bucket,
    INTRAY_S3_ENDPOINT: endpoint,
    INTRAY_S3_REGION: region,
    INTRAY_S3_ACCESS_KEY_ID: accessKeyId,
    INTRAY_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  if (bucket === undefined) {
    return {
      kind: "disk",
      folder: resolve(dataDir, settings.INTRAY_ATTACHMENTS_DIR ?? "attachments"),
      minFreeBytes: settings.INTRAY_MIN_FREE_DISK,
    };
  }
  return {
    kind: "s3",
    bucket,
    endpoint,
    // Servers other than Amazon's mostly have no regions, and take this one.
    region: region ?? (endpoint === undefined ? undefined : "us-east-1"),
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
    prefix: settings.INTRAY_S3_PREFIX ?? "",
    // A server of one's own rarely has a host name for each bucket.
    forcePathStyle: settings.INTRAY_S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
  };
}

function s3Problems(settings: z.output<typeof SETTINGS>): string[] {
  const given = Object.entries(settings)
    .filter(([name, value]) => name.startsWith("INTRAY_S3_") && value !== undefined)
    .map(([name]) => name);
  const [first] = given;
  if (first === undefined) return [];
  if (settings.INTRAY_S3_BUCKET === undefined) {
    return [`${first} is given without INTRAY_S3_BUCKET; name the bucket, or leave it out.`];
  }
  const hasId = settings.INTRAY_S3_ACCESS_KEY_ID !== undefined;
  const hasSecret = settings.INTRAY_S3_SECRET_ACCESS_KEY !== undefined;
  return [
    ...(settings.INTRAY_ATTACHMENTS_DIR === undefined
      ? []
      : ["INTRAY_ATTACHMENTS_DIR and INTRAY_S3_BUCKET are both given; keep one of them."]),
    ...(hasId === hasSecret
      ? []
      : [
          "INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY belong together; give both or none.",
        ]),
  ];
}

/** What several processes on one database cannot do without. */
function missingOf(settings: z.output<typeof SETTINGS>): string[] {
  if (!isPostgresUrl(settings.INTRAY_DATABASE_URL ?? "")) return [];
  const { INTRAY_ENCRYPTION_KEY: key, INTRAY_ENCRYPTION_KEY_FILE: keyFile } = settings;
  return [
    ...(settings.INTRAY_ATTACHMENTS_DIR === undefined && settings.INTRAY_S3_BUCKET === undefined
      ? [
          "INTRAY_ATTACHMENTS_DIR or INTRAY_S3_BUCKET must be set with PostgreSQL: a folder or a bucket for uploaded files that every server on this database shares.",
        ]
      : []),
    ...(key === undefined && keyFile === undefined
      ? [
          "INTRAY_ENCRYPTION_KEY or INTRAY_ENCRYPTION_KEY_FILE must be set with PostgreSQL: 32 bytes in hex (openssl rand -hex 32), the same for every server on this database.",
        ]
      : []),
  ];
}

function isPostgresUrl(url: string): boolean {
  return /^postgres(?:ql)?:\/\/[^/]/.test(url) && URL.canParse(url);
}

function databaseAt(given: string, dataDir: string): Database {
  return isPostgresUrl(given)
    ? { kind: "postgres", url: given }
    : { kind: "sqlite", file: resolve(dataDir, given) };
}

function strangers(names: readonly string[]): { mistyped: string[]; warnings: string[] } {
  const known = Object.keys(SETTINGS.shape);
  const mistyped: string[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const isOurs = name.startsWith("INTRAY_") && !known.includes(name);
    if (!isOurs || OF_OTHERS.has(name) || OF_KUBERNETES.test(name)) continue;
    const near = known.find((candidate) => distance(candidate, name) <= MISTYPED_LETTERS);
    if (near === undefined) warnings.push(`${name} is no setting of this server; it is ignored.`);
    else mistyped.push(`${name} is no setting of this server. Did you mean ${near}?`);
  }
  return { mistyped, warnings };
}

function isRange(text: string): boolean {
  try {
    parseRange(text);
    return true;
  } catch {
    return false;
  }
}

/** A password without a user name would not be sent, and a broken %-escape cannot be. */
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
