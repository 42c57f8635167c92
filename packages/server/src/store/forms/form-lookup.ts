/** Finds the form that a post names. On SQLite this is a synchronous read on the HTTP thread. */
import type SQLite from "better-sqlite3";
import { sql } from "kysely";
import { type Look, lookOf } from "../../domain/brand.ts";
import { type Captcha, type FormSettings, spamChecksOf } from "../../domain/form.ts";
import { compileRules, type FieldRules } from "../../domain/fields/check-fields.ts";
import type { FieldRule } from "../../domain/fields/field-rule.ts";
import {
  type LeadScoring,
  type CompleteLeadScoring,
  withLeadDefaults,
} from "../../domain/submission/lead.ts";
import { mailSettingsOf } from "../../domain/mail/settings.ts";
import { type PostSettings, postSettingsOf } from "../../domain/post-settings.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { decryptCaptcha } from "./captcha-encryption.ts";
import { prepare } from "../engine/prepared.ts";
import type { Db } from "../engine/schema.ts";

/** The settings of a form that intake needs. */
export interface IntakeForm extends PostSettings {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly redirect_url: string | null;
  readonly redirect_heading: string | null;
  readonly redirect_message: string | null;
  readonly honeypot_field: string;
  readonly duplicate_filter: boolean;
  /** Host names; if empty, every site may post. */
  readonly allowed_domains: readonly string[];
  readonly blocked_domains: readonly string[];
  readonly content_blacklist: readonly string[];
  readonly spam_checks: FormSettings["spam_checks"];
  /** With its secret, which is `null` if it cannot be decrypted. */
  readonly captcha: Captcha | null;
  readonly lead_scoring: CompleteLeadScoring;
  /** Of its hosted pages. */
  readonly look: Look;
  /** Compiled; `null` without any. */
  readonly rules: FieldRules | null;
}

export interface FormLookup {
  /** By uuid or by id; `undefined` if there is none. Caches the forms that it found. */
  find(ref: string): IntakeForm | undefined;
  /** Empties the cache, after a form has changed. */
  clear(): void;
}

const MAX_CACHED_FORMS = 10_000;

const JSON_COLUMNS = [
  "allowed_domains",
  "blocked_domains",
  "content_blacklist",
  "spam_checks",
  "lead_scoring",
] as const;

type Row = Omit<
  IntakeForm,
  | "duplicate_filter"
  | "captcha"
  | "look"
  | "rules"
  | keyof PostSettings
  | (typeof JSON_COLUMNS)[number]
> & {
  readonly duplicate_filter: number;
  readonly captcha: string | null;
  readonly mail: string;
  readonly posts: string;
  readonly fields: string;
} & Readonly<Record<(typeof JSON_COLUMNS)[number], string>>;

const UUID = /^[0-9a-f]{12}$/;
const ID = /^[1-9][0-9]{0,15}$/;

const COLUMNS = [
  "id",
  "account_id",
  "name",
  "redirect_url",
  "redirect_heading",
  "redirect_message",
  "honeypot_field",
  "duplicate_filter",
  "captcha",
  "mail",
  "posts",
  "fields",
  ...JSON_COLUMNS,
] as const;

/** The same without a cache, on the connection of `db`. */
export async function readForm(
  db: Db,
  ref: string,
  box: SecretBox,
): Promise<IntakeForm | undefined> {
  const forms = db.selectFrom("form").select(COLUMNS).where("deleted_at", "is", null);
  const row =
    (UUID.test(ref) ? await forms.where("uuid", "=", ref).executeTakeFirst() : undefined) ??
    (ID.test(ref) ? await forms.where("id", "=", Number(ref)).executeTakeFirst() : undefined);
  return row === undefined ? undefined : toIntakeForm(row, box);
}

export function prepareFormLookup(db: Db, sqlite: SQLite.Database, box: SecretBox): FormLookup {
  const byUuid = prepare<{ ref: string }>(sqlite, (p) =>
    db.selectFrom("form").select(COLUMNS).where("uuid", "=", p.ref).where("deleted_at", "is", null),
  );
  const byId = prepare<{ ref: string }>(sqlite, (p) =>
    db
      .selectFrom("form")
      .select(COLUMNS)
      .where("id", "=", sql<number>`cast(${p.ref} as integer)`)
      .where("deleted_at", "is", null),
  );
  const read = (ref: string) => {
    // A uuid may consist of digits only, so it is read first.
    const row =
      (UUID.test(ref) ? byUuid.get({ ref }) : undefined) ??
      (ID.test(ref) ? byId.get({ ref }) : undefined);
    return row === undefined ? undefined : toIntakeForm(row as Row, box);
  };
  const cached = new Map<string, IntakeForm>();
  return {
    find(ref) {
      const known = cached.get(ref);
      if (known !== undefined) return known;
      const form = read(ref);
      if (cached.size >= MAX_CACHED_FORMS) cached.clear();
      // A missing form is not cached: it may be created at any moment.
      if (form !== undefined) cached.set(ref, form);
      return form;
    },
    clear: () => cached.clear(),
  };
}

function toIntakeForm({ mail, posts, fields, ...row }: Row, box: SecretBox): IntakeForm {
  return {
    ...row,
    // Not all of the settings: templates are large, and thousands of forms are cached.
    look: lookOf(mailSettingsOf(mail)),
    ...postSettingsOf(posts),
    rules: compileRules(JSON.parse(fields) as FieldRule[], {
      ...postSettingsOf(posts),
      honeypot_field: row.honeypot_field,
    }),
    duplicate_filter: row.duplicate_filter === 1,
    captcha: decryptCaptcha(box, row.id, row.captcha),
    allowed_domains: JSON.parse(row.allowed_domains) as string[],
    lead_scoring: withLeadDefaults(JSON.parse(row.lead_scoring) as LeadScoring),
    blocked_domains: JSON.parse(row.blocked_domains) as string[],
    content_blacklist: JSON.parse(row.content_blacklist) as string[],
    spam_checks: spamChecksOf(row.spam_checks),
  };
}
