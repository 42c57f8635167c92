/** What is wrong with settings that each by itself are right. */
import { distance } from "fastest-levenshtein";
import { isPostgresUrl, type Settings, SETTINGS } from "./settings.ts";

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

/** A sentence for each pair that cannot be, and each setting that lacks what it needs. */
export function contradictions(settings: Settings): readonly string[] {
  return [...s3Problems(settings), ...missingOf(settings), ...alone(settings)];
}

/** The same thing given in two ways. */
export function givenTwice(given: Readonly<Record<string, unknown>>): string[] {
  return ["INTRAY_ENCRYPTION_KEY", "INTRAY_LEADS_API_KEY"]
    .filter((name) => name in given && `${name}_FILE` in given)
    .map((name) => `${name} and ${name}_FILE are both given; keep one of them.`);
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

function alone(settings: Settings): string[] {
  return TOGETHER.filter(
    ([one, other]) => settings[one] !== undefined && settings[other] === undefined,
  ).map(([one, other]) => `${one} needs ${other} beside it.`);
}

function s3Problems(settings: Settings): string[] {
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
function missingOf(settings: Settings): string[] {
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

/** Names that mean nothing here: those that look like one that does, and the others. */
export function strangers(names: readonly string[]): { mistyped: string[]; warnings: string[] } {
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
