/** Reads the settings of a server from the environment variables `INTRAY_*`. */
import { resolve } from "node:path";
import type { S3Settings } from "../attachments/s3-settings.ts";
import { incompleteMail, mailOf } from "./mail-config.ts";
import { readSecretFiles } from "./secret-files.ts";
import type { Given, Settings } from "./settings.ts";
import { isPostgresUrl, namesIn, parseSettings, SETTINGS } from "./settings.ts";
import type { Database } from "../store/store.ts";
import { distance } from "fastest-levenshtein";

export type Config = Readonly<ReturnType<typeof completeSettings>>;

export type AttachmentsConfig =
  | {
      readonly kind: "disk";
      /** Absolute. */
      readonly folder: string;
    }
  | ({ readonly kind: "s3" } & S3Settings);

/** The exit code for invalid settings: EX_CONFIG of sysexits.h. A supervisor need not start the server again. */
export const EXIT_BAD_CONFIGURATION = 78;

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
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  const { mistyped, warnings } = unknownSettings(Object.keys(given));
  const { values, problems: fileProblems } = readSecretFiles(given);
  const parsed = parseSettings(values);
  const problems = [
    ...mistyped,
    ...fileProblems,
    ...("problems" in parsed ? parsed.problems : []),
    // A secret whose file cannot be used would seem to be missing too.
    ...("problems" in parsed || fileProblems.length > 0 ? [] : conflicts(values)),
  ];
  if (problems.length > 0 || "problems" in parsed) throw new ConfigError(problems.join("\n"));
  return { config: completeSettings(parsed.settings, given), warnings };
}

/** Completes the settings that depend on each other; all others are the configuration as they are. */
function completeSettings(settings: Settings, given: Given) {
  const { databaseUrl, attachmentsDir, s3, leads, mail, oidc, admin, ...others } = settings;
  const { dataDir } = others;
  const keyFile = given["INTRAY_ENCRYPTION_KEY_FILE"];
  return {
    ...others,
    /** Absolute: the file that the encryption keys are in if the operator names one, which a backup copies. */
    encryptionKeyFile: keyFile === undefined ? undefined : resolve(keyFile),
    database: databaseAt(databaseUrl, dataDir),
    attachments: attachmentsAt(s3, {
      kind: "disk",
      folder: resolve(dataDir, attachmentsDir),
    }),
    /** The model that scores leads; `undefined` = leads are scored by the built-in rules. */
    leads: leadsOf(leads),
    /** `undefined` = e-mail is not set up, so none is sent. */
    mail: mailOf(mail),
    /** The provider of single sign-on; `undefined` = there is none. */
    oidc: oidcOf(oidc),
    /** Only at the first start: the user who may sign in. `undefined` = none yet. */
    admin: adminOf(admin),
  };
}

const leadsOf = ({ url, model, apiKey }: Settings["leads"]) =>
  url === undefined || model === undefined ? undefined : { url, model, apiKey };

function oidcOf({ issuer, clientId, clientSecret, ...others }: Settings["oidc"]) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return undefined;
  return { issuer, clientId, clientSecret, ...others };
}

const adminOf = ({ email, passwordFile }: Settings["admin"]) =>
  email === undefined || passwordFile === undefined ? undefined : { email, passwordFile };

function attachmentsAt(settings: Settings["s3"], disk: AttachmentsConfig): AttachmentsConfig {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey, prefix } = settings;
  if (bucket === undefined) return disk;
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
    prefix,
    // A self-hosted server rarely has a host name for each bucket.
    forcePathStyle: settings.forcePathStyle ?? endpoint !== undefined,
  };
}

const databaseAt = (given: string, dataDir: string): Database =>
  isPostgresUrl(given)
    ? { kind: "postgres", url: given }
    : { kind: "sqlite", file: resolve(dataDir, given) };

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
const conflicts = (given: Given): readonly string[] => [
  ...s3Problems(given),
  ...missingForPostgres(given),
  ...incomplete(given),
  ...sharedHost(given),
  ...incompleteMail(given),
];

const NEEDS = [
  ["INTRAY_FILES_URL", "INTRAY_PUBLIC_URL"],
  ["INTRAY_LEADS_URL", "INTRAY_LEADS_MODEL"],
  ["INTRAY_LEADS_MODEL", "INTRAY_LEADS_URL"],
  ["INTRAY_LEADS_API_KEY", "INTRAY_LEADS_URL"],
  ["INTRAY_OIDC_ISSUER", "INTRAY_OIDC_CLIENT_ID"],
  ["INTRAY_OIDC_ISSUER", "INTRAY_OIDC_CLIENT_SECRET"],
  ["INTRAY_OIDC_CLIENT_ID", "INTRAY_OIDC_ISSUER"],
  ["INTRAY_OIDC_CLIENT_SECRET", "INTRAY_OIDC_ISSUER"],
  ["INTRAY_OIDC_NAME", "INTRAY_OIDC_ISSUER"],
  ["INTRAY_OIDC_ONLY", "INTRAY_OIDC_ISSUER"],
  ["INTRAY_OIDC_ROLES", "INTRAY_OIDC_ISSUER"],
  ["INTRAY_OIDC_ROLES", "INTRAY_OIDC_ROLE_CLAIM"],
  ["INTRAY_OIDC_ROLE_CLAIM", "INTRAY_OIDC_ROLES"],
  ["INTRAY_ADMIN_EMAIL", "INTRAY_ADMIN_PASSWORD_FILE"],
  ["INTRAY_ADMIN_PASSWORD_FILE", "INTRAY_ADMIN_EMAIL"],
] as const;

const incomplete = (given: Given): string[] =>
  NEEDS.filter(([one, other]) => one in given && !(other in given)).map(
    ([one, other]) => `${one} needs ${other}. Set both.`,
  );

/** Files are apart from the dashboard, so that none is a page of its site. */
const sharedHost = ({ INTRAY_FILES_URL: files = "", INTRAY_PUBLIC_URL: own = "" }: Given) =>
  files !== "" && URL.parse(files)?.hostname === URL.parse(own)?.hostname
    ? ["INTRAY_FILES_URL and INTRAY_PUBLIC_URL name the same host. Give files one of their own."]
    : [];

function s3Problems(given: Given): string[] {
  const first = namesIn(SETTINGS.shape.s3).find((name) => name in given);
  if (first === undefined) return [];
  if (!("INTRAY_S3_BUCKET" in given)) {
    return [`${first} is set without INTRAY_S3_BUCKET. Set INTRAY_S3_BUCKET, or remove ${first}.`];
  }
  return [
    ...("INTRAY_ATTACHMENTS_DIR" in given
      ? ["INTRAY_ATTACHMENTS_DIR and INTRAY_S3_BUCKET are both set. Remove one of them."]
      : []),
    ...("INTRAY_S3_ACCESS_KEY_ID" in given === "INTRAY_S3_SECRET_ACCESS_KEY" in given
      ? []
      : [
          "Only one of INTRAY_S3_ACCESS_KEY_ID and INTRAY_S3_SECRET_ACCESS_KEY is set. Set both or neither.",
        ]),
  ];
}

/** What several processes on one PostgreSQL database must share. The marker of the folder finds files that are not shared. */
function missingForPostgres(given: Given): string[] {
  if (!isPostgresUrl(given["INTRAY_DATABASE_URL"] ?? "")) return [];
  if ("INTRAY_ENCRYPTION_KEY" in given) return [];
  return [
    "INTRAY_ENCRYPTION_KEY or INTRAY_ENCRYPTION_KEY_FILE must be set with PostgreSQL: 32 bytes in hex (openssl rand -hex 32), the same for every server on this database.",
  ];
}

/** Unknown `INTRAY_*` names: errors for those that look mistyped, warnings for the others. */
function unknownSettings(names: readonly string[]): {
  mistyped: string[];
  warnings: string[];
} {
  const known = namesIn(SETTINGS);
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
