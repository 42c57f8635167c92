/** Reads the settings of a server from the environment variables `INTRAY_*`. */
import { resolve } from "node:path";
import type { S3Settings } from "../attachments/s3-settings.ts";
import type { BodyLimits } from "../bodies/open-bodies.ts";
import type { FileQuotas } from "../attachments/file-quota.ts";
import type { IntakeLimits } from "../intake/parse/limits.ts";
import type { LogLevel } from "../platform/log.ts";
import { type MailConfig, mailOf, incompleteMail } from "./mail-config.ts";
import { isPostgresUrl, type Settings, SETTINGS } from "./settings.ts";
import type { Database } from "../store/store.ts";
import { distance } from "fastest-levenshtein";

export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** The origin of links; `undefined` = the address that the server listens on. */
  readonly publicUrl: string | undefined;
  /** More host names and addresses that the dashboard and the metrics answer to. */
  readonly allowedHosts: readonly string[];
  /** The URI for reports of vulnerabilities; `undefined` = the server has no security.txt. */
  readonly securityContact: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly database: Database;
  readonly attachments: AttachmentsConfig;
  /** Only at the first start: the account key to use instead of a new one. */
  readonly bootstrapAccountKey: string | undefined;
  /** The first encrypts secrets, all of them decrypt; `undefined` = keys are read from a file. */
  readonly encryptionKeys: readonly Uint8Array[] | undefined;
  /** Absolute; `undefined` = the file in the data folder, which is created if missing. */
  readonly encryptionKeyFile: string | undefined;
  /** Internal addresses that webhooks may reach: hosts, host:port, addresses, CIDRs. */
  readonly webhookAllow: readonly string[];
  /** The proxy for deliveries. Contains credentials, so it is never logged. `undefined` = none. */
  readonly webhookProxy: string | undefined;
  /** Deliveries that may be open at a time: waiting for a slot or in flight. */
  readonly maxOpenAttempts: number;
  /** Delays between attempts in milliseconds; `undefined` = the built-in schedule. */
  readonly retryScheduleMs: readonly number[] | undefined;
  /** Proxies that are trusted to send the client's address: addresses and CIDRs. */
  readonly trustProxy: readonly string[];
  /** Posts per minute from one address to one form; `undefined` = no limit. */
  readonly rateLimit: number | undefined;
  /** The API key of Akismet, never logged. `undefined` = Akismet is not called. */
  readonly akismetKey: string | undefined;
  /** Whether a receiver that responds with 410 disables its webhook. */
  readonly disableOn410: boolean;
  /** The token for `/metrics`, never logged. `undefined` = only this machine may read metrics. */
  readonly metricsToken: string | undefined;
  /** The model that scores leads; `undefined` = leads are scored by the built-in rules. */
  readonly leads: LeadsConfig | undefined;
  /** `undefined` = e-mail is not set up, so none is sent. */
  readonly mail: MailConfig | undefined;
  /** Absolute: a MaxMind database for IP geolocation; `undefined` = none. */
  readonly geoipFile: string | undefined;
  /** Only at the first start: the user who may sign in. `undefined` = none yet. */
  readonly admin: { readonly email: string; readonly passwordFile: string } | undefined;
  /** Sessions of the dashboard end this many days after their start, however much they are used. */
  readonly sessionMaxDays: number;
  readonly logLevel: LogLevel;
  /** Retention in days of spam, of the trash, and of the attempts of finished deliveries. */
  readonly spamDays: number;
  readonly trashDays: number;
  readonly logDays: number;
  readonly limits: IntakeLimits;
  readonly bodies: BodyLimits;
  readonly fileQuotas: FileQuotas;
  /** Connections that may be open at the same time. */
  readonly maxConnections: number;
  /** Requests per minute of one API key; `undefined` = no limit. */
  readonly keyRateLimit: number | undefined;
  /** Which tools agents have at /mcp, and the requests per minute of one API key; `undefined` = no limit. */
  readonly mcp: {
    readonly tools: "off" | "read" | "change";
    readonly rateLimit: number | undefined;
  };
  /** Seconds that a stop waits for open requests. */
  readonly drainSeconds: number;
}

interface LeadsConfig {
  /** The URL of the chat completions endpoint. */
  readonly url: string;
  readonly model: string;
  /** Never logged. */
  readonly apiKey: string | undefined;
  /** Absolute. */
  readonly apiKeyFile: string | undefined;
}
/** The storage of uploaded files. */
export type AttachmentsConfig =
  | {
      readonly kind: "disk";
      /** Absolute. */
      readonly folder: string;
      /** With less free disk space, posts with files are rejected. */
      readonly minFreeBytes: number;
    }
  | ({ readonly kind: "s3" } & S3Settings);

/** Invalid settings: one sentence per line, each naming its setting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Returns the settings, and a warning for each unknown `INTRAY_*` name.
 *
 * @throws ConfigError naming every invalid setting, and every unknown one that looks mistyped.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { mistyped, warnings } = unknownSettings(Object.keys(given));
  const parsed = SETTINGS.safeParse(given);
  const wrong = [...mistyped, ...conflictingFiles(given)];
  const problems = parsed.success
    ? [...wrong, ...conflicts(parsed.data)]
    : [
        ...wrong,
        ...parsed.error.issues.map((issue) => `${String(issue.path[0])} must be ${issue.message}.`),
      ];
  if (problems.length > 0 || parsed.data === undefined) throw new ConfigError(problems.join("\n"));
  return { config: toConfig(parsed.data), warnings };
}

function toConfig(settings: Settings): Config {
  const dataDir = resolve(settings.INTRAY_DATA_DIR);
  return {
    host: settings.INTRAY_HOST,
    port: settings.INTRAY_PORT,
    publicUrl: settings.INTRAY_PUBLIC_URL,
    securityContact: settings.INTRAY_SECURITY_CONTACT,
    allowedHosts: settings.INTRAY_ALLOWED_HOSTS,
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
    maxOpenAttempts: settings.INTRAY_MAX_OPEN_ATTEMPTS,
    retryScheduleMs: settings.INTRAY_RETRY_SCHEDULE,
    trustProxy: settings.INTRAY_TRUST_PROXY,
    rateLimit: settings.INTRAY_RATE_LIMIT === "off" ? undefined : settings.INTRAY_RATE_LIMIT,
    akismetKey: settings.INTRAY_AKISMET_KEY,
    disableOn410: settings.INTRAY_DISABLE_ON_410,
    metricsToken: settings.INTRAY_METRICS_TOKEN,
    leads: leadsOf(settings),
    mail: mailOf(settings),
    geoipFile:
      settings.INTRAY_GEOIP_FILE === undefined ? undefined : resolve(settings.INTRAY_GEOIP_FILE),
    admin: adminOf(settings),
    sessionMaxDays: settings.INTRAY_SESSION_MAX_DAYS,
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
    bodies: {
      maxMemoryBytes: settings.INTRAY_BODY_MEMORY,
      maxOpenPerAddress: settings.INTRAY_MAX_OPEN_POSTS,
      maxSeconds: settings.INTRAY_BODY_SECONDS,
      minBytesPerSecond: settings.INTRAY_MIN_BODY_RATE,
    },
    fileQuotas: {
      formBytes: settings.INTRAY_FORM_FILE_QUOTA,
      accountBytes: settings.INTRAY_ACCOUNT_FILE_QUOTA,
    },
    maxConnections: settings.INTRAY_MAX_CONNECTIONS,
    keyRateLimit:
      settings.INTRAY_KEY_RATE_LIMIT === "off" ? undefined : settings.INTRAY_KEY_RATE_LIMIT,
    mcp: {
      tools: settings.INTRAY_MCP,
      rateLimit:
        settings.INTRAY_MCP_RATE_LIMIT === "off" ? undefined : settings.INTRAY_MCP_RATE_LIMIT,
    },
    drainSeconds: settings.INTRAY_DRAIN_SECONDS,
  };
}

function leadsOf(settings: Settings): LeadsConfig | undefined {
  const { INTRAY_LEADS_URL: url, INTRAY_LEADS_MODEL: model } = settings;
  if (url === undefined || model === undefined) return undefined;
  const { INTRAY_LEADS_API_KEY: apiKey, INTRAY_LEADS_API_KEY_FILE: file } = settings;
  return { url, model, apiKey, apiKeyFile: file === undefined ? undefined : resolve(file) };
}

function adminOf(settings: Settings): Config["admin"] {
  const { INTRAY_ADMIN_EMAIL: email, INTRAY_ADMIN_PASSWORD_FILE: file } = settings;
  return email === undefined || file === undefined
    ? undefined
    : { email, passwordFile: resolve(file) };
}

function attachmentsAt(settings: Settings, dataDir: string): AttachmentsConfig {
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
    // Most S3 servers other than Amazon's have no regions and accept this one.
    region: region ?? (endpoint === undefined ? undefined : "us-east-1"),
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
    prefix: settings.INTRAY_S3_PREFIX ?? "",
    // A self-hosted server rarely has a host name for each bucket.
    forcePathStyle: settings.INTRAY_S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
  };
}

function databaseAt(given: string, dataDir: string): Database {
  return isPostgresUrl(given)
    ? { kind: "postgres", url: given }
    : { kind: "sqlite", file: resolve(dataDir, given) };
}

/** Settings of the CLI, of queue handlers and of webhook receivers, which the server ignores. */
const OTHER_PROGRAMS = new Set([
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
/** Kubernetes sets these for a service named intray. */
const KUBERNETES = /^INTRAY_(SERVICE|PORT)_/;
/** An unknown name that differs from a setting by at most this many letters counts as mistyped. */
const MAX_MISTYPED_LETTERS = 2;

/** Returns a sentence for each conflict and for each setting that needs another one. */
function conflicts(settings: Settings): readonly string[] {
  return [
    ...s3Problems(settings),
    ...missingForPostgres(settings),
    ...incomplete(settings),
    ...incompleteMail(settings),
  ];
}

/** Secrets that are set both directly and as a file. */
function conflictingFiles(given: Readonly<Record<string, unknown>>): string[] {
  return ["INTRAY_ENCRYPTION_KEY", "INTRAY_LEADS_API_KEY", "INTRAY_SMTP_URL"]
    .filter((name) => name in given && `${name}_FILE` in given)
    .map((name) => `${name} and ${name}_FILE are both set. Remove one of them.`);
}

/** Settings that need another one. */
const NEEDS = [
  ["INTRAY_LEADS_URL", "INTRAY_LEADS_MODEL"],
  ["INTRAY_LEADS_MODEL", "INTRAY_LEADS_URL"],
  ["INTRAY_LEADS_API_KEY", "INTRAY_LEADS_URL"],
  ["INTRAY_LEADS_API_KEY_FILE", "INTRAY_LEADS_URL"],
  ["INTRAY_ADMIN_EMAIL", "INTRAY_ADMIN_PASSWORD_FILE"],
  ["INTRAY_ADMIN_PASSWORD_FILE", "INTRAY_ADMIN_EMAIL"],
] as const;

function incomplete(settings: Settings): string[] {
  return NEEDS.filter(
    ([one, other]) => settings[one] !== undefined && settings[other] === undefined,
  ).map(([one, other]) => `${one} needs ${other}. Set both.`);
}

function s3Problems(settings: Settings): string[] {
  const given = Object.entries(settings)
    .filter(([name, value]) => name.startsWith("INTRAY_S3_") && value !== undefined)
    .map(([name]) => name);
  const [first] = given;
  if (first === undefined) return [];
  if (settings.INTRAY_S3_BUCKET === undefined) {
    return [`${first} is set without INTRAY_S3_BUCKET. Set INTRAY_S3_BUCKET, or remove ${first}.`];
  }
  const hasId = settings.INTRAY_S3_ACCESS_KEY_ID !== undefined;
  const hasSecret = settings.INTRAY_S3_SECRET_ACCESS_KEY !== undefined;
  return [
    ...(settings.INTRAY_ATTACHMENTS_DIR === undefined
      ? []
      : ["INTRAY_ATTACHMENTS_DIR and INTRAY_S3_BUCKET are both set. Remove one of them."]),
    ...(hasId === hasSecret
      ? []
      : [
          "Only one of INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY is set. Set both or neither.",
        ]),
  ];
}

/** What several processes on one PostgreSQL database must share. The marker of the folder finds files that are not shared. */
function missingForPostgres(settings: Settings): string[] {
  if (!isPostgresUrl(settings.INTRAY_DATABASE_URL ?? "")) return [];
  const { INTRAY_ENCRYPTION_KEY: key, INTRAY_ENCRYPTION_KEY_FILE: keyFile } = settings;
  if (key !== undefined || keyFile !== undefined) return [];
  return [
    "INTRAY_ENCRYPTION_KEY or INTRAY_ENCRYPTION_KEY_FILE must be set with PostgreSQL: 32 bytes in hex (openssl rand -hex 32), the same for every server on this database.",
  ];
}

/** Unknown `INTRAY_*` names: errors for those that look mistyped, warnings for the others. */
function unknownSettings(names: readonly string[]): {
  mistyped: string[];
  warnings: string[];
} {
  const known = Object.keys(SETTINGS.shape);
  const mistyped: string[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const isUnknown = name.startsWith("INTRAY_") && !known.includes(name);
    if (!isUnknown || OTHER_PROGRAMS.has(name) || KUBERNETES.test(name)) continue;
    const near = known.find((candidate) => distance(candidate, name) <= MAX_MISTYPED_LETTERS);
    if (near === undefined)
      warnings.push(`${name} is not a setting of this server and is ignored.`);
    else mistyped.push(`${name} is not a setting of this server. Did you mean ${near}?`);
  }
  return { mistyped, warnings };
}
