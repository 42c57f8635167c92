/** Finds conflicts between settings, settings that need another one, and unknown names. */
import { distance } from "fastest-levenshtein";
import { incompleteMail } from "./mail-config.ts";
import { isPostgresUrl, type Settings, SETTINGS } from "./settings.ts";

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
export function conflicts(settings: Settings): readonly string[] {
  return [
    ...s3Problems(settings),
    ...missingForPostgres(settings),
    ...incomplete(settings),
    ...incompleteMail(settings),
  ];
}

/** Secrets that are set both directly and as a file. */
export function conflictingFiles(given: Readonly<Record<string, unknown>>): string[] {
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
export function unknownSettings(names: readonly string[]): {
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
