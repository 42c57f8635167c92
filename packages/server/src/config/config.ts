/** The settings of a server, read from the environment: every `INTRAY_*` name it knows. */
import { resolve } from "node:path";
import type { S3Settings } from "../attachments/s3-settings.ts";
import type { IntakeLimits } from "../intake/limits.ts";
import type { LogLevel } from "../platform/log.ts";
import { isPostgresUrl, type Settings, SETTINGS } from "./settings.ts";
import { contradictions, givenTwice, strangers } from "./settings-conflicts.ts";
import type { Database } from "../store/store.ts";

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

/** What the environment got wrong; one sentence a line, each naming its setting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

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
  const wrong = [...mistyped, ...givenTwice(given)];
  const problems = parsed.success
    ? [...wrong, ...contradictions(parsed.data)]
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

function attachmentsAt(settings: Settings, dataDir: string): AttachmentsPlace {
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

function databaseAt(given: string, dataDir: string): Database {
  return isPostgresUrl(given)
    ? { kind: "postgres", url: given }
    : { kind: "sqlite", file: resolve(dataDir, given) };
}
