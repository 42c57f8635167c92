/** Finds the form that a post names. On SQLite this is a synchronous read on the HTTP thread. */
import type SQLite from "better-sqlite3";
import { sql } from "kysely";
import { type Look, lookOf } from "../../domain/brand.ts";
import type { Captcha, StoredSettings } from "../../domain/form.ts";
import { parseSettings, STORED_SETTINGS } from "../../domain/form.ts";
import { compileRules, type FieldRules } from "../../domain/fields/check-fields.ts";
import { MAIL_SETTINGS, type MailSettings } from "../../domain/mail/settings.ts";
import { type CompleteLeadScoring, withLeadDefaults } from "../../domain/submission/lead.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { decryptCaptcha } from "./captcha-encryption.ts";
import {
  compileRouting,
  type RoutedDestination,
  type Routing,
} from "../../domain/routing/routing.ts";
import { prepare } from "../engine/prepared.ts";
import type { Db, Flag } from "../engine/schema.ts";

/** Not those of e-mails: templates are large, and thousands of forms are cached. Rules are compiled. */
type Needed = Omit<StoredSettings, keyof MailSettings | "fields" | "rules" | "lead_scoring">;
const NEEDED = Object.keys(STORED_SETTINGS).filter(
  (name) => !(name in MAIL_SETTINGS) && name !== "fields" && name !== "rules",
) as (keyof Needed)[];

export interface IntakeForm extends Needed {
  readonly id: number;
  readonly uuid: string;
  readonly account_id: number;
  readonly name: string;
  readonly archived: Flag;
  /** Of its account: whether the spam filter uses the prior. */
  readonly spam_prior: Flag;
  /** With its secret, which is `null` if it cannot be decrypted. */
  readonly captcha: Captcha | null;
  readonly lead_scoring: CompleteLeadScoring;
  /** Of its hosted pages. */
  readonly look: Look;
  /** Compiled; `null` without any. */
  readonly rules: FieldRules | null;
  /** Its rules and the filters of its destinations, compiled; `null` without any. */
  readonly routing: Routing | null;
}

const MAX_CACHED_FORMS = 10_000;

type Row = Pick<IntakeForm, "id" | "uuid" | "account_id" | "name" | "archived" | "spam_prior"> & {
  readonly captcha: string | null;
  readonly settings: string;
};

const UUID = /^[0-9a-f]{12}$/;
const ID = /^[1-9][0-9]{0,15}$/;

const selectForms = (db: Db) =>
  db
    .selectFrom("form")
    .innerJoin("account", "account.id", "form.account_id")
    .select(["form.id", "uuid", "account_id", "form.name", "archived", "captcha", "settings"])
    .select("spam_prior")
    .where("form.deleted_at", "is", null);

/** The same without a cache, on the connection of `db`. */
export async function readForm(
  db: Db,
  ref: string,
  box: SecretBox,
): Promise<IntakeForm | undefined> {
  const forms = selectForms(db);
  const row =
    (UUID.test(ref) ? await forms.where("uuid", "=", ref).executeTakeFirst() : undefined) ??
    (ID.test(ref) ? await forms.where("form.id", "=", Number(ref)).executeTakeFirst() : undefined);
  if (row === undefined) return undefined;
  return toIntakeForm(row, await destinationsOf(db, row.id).execute(), box);
}

const destinationsOf = (db: Db, form_id: number) =>
  db
    .selectFrom("webhook")
    .select(["id", "name", "url", "purpose", "recipient_role", "settings"])
    .select(["enabled", "takes_submissions", "trigger_when_spam"])
    .where("form_id", "=", form_id)
    .orderBy("id");
type DestinationRow = Awaited<ReturnType<ReturnType<typeof destinationsOf>["execute"]>>[number];

/** The destinations of a form as its rules name them, and with their filters. */
export const routedDestinations = async (db: Db, { form_id }: { readonly form_id: number }) =>
  (await destinationsOf(db, form_id).execute()).map(toRouted);

/** With what decides, beside rules and filters, whether it gets a submission. */
export interface StoredDestination extends RoutedDestination {
  readonly enabled: Flag;
  /** 0 if it gets digests. */
  readonly takes_submissions: Flag;
  readonly trigger_when_spam: Flag;
}

const toRouted = ({ url, settings, ...row }: DestinationRow): StoredDestination => ({
  ...row,
  address: url,
  filter: (JSON.parse(settings) as Partial<Pick<RoutedDestination, "filter">>).filter ?? null,
});

export function prepareFormLookup(db: Db, sqlite: SQLite.Database, box: SecretBox) {
  const byUuid = prepare<{ ref: string }>(sqlite, (p) => selectForms(db).where("uuid", "=", p.ref));
  const byId = prepare<{ ref: string }>(sqlite, (p) =>
    selectForms(db).where("form.id", "=", sql<number>`cast(${p.ref} as integer)`),
  );
  const ofForm = prepare<{ form_id: number }>(sqlite, (p) => destinationsOf(db, p.form_id));
  const read = (ref: string) => {
    // A uuid may consist of digits only, so it is read first.
    const row =
      (UUID.test(ref) ? byUuid.get({ ref }) : undefined) ??
      (ID.test(ref) ? byId.get({ ref }) : undefined);
    if (row === undefined) return undefined;
    const destinations = ofForm.all({ form_id: (row as Row).id }) as DestinationRow[];
    return toIntakeForm(row as Row, destinations, box);
  };
  const cached = new Map<string, IntakeForm>();
  return {
    /** By uuid or by id; `undefined` if there is none. Caches the forms that it found. */
    find(ref: string) {
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

function toIntakeForm(
  { settings, captcha, ...row }: Row,
  destinations: readonly DestinationRow[],
  box: SecretBox,
): IntakeForm {
  const all = parseSettings(settings);
  const needed = Object.fromEntries(NEEDED.map((name) => [name, all[name]]));
  return {
    ...row,
    ...(needed as Needed),
    look: lookOf(all),
    rules: compileRules(all.fields, all),
    routing: compileRouting(all.rules, destinations.map(toRouted)),
    captcha: decryptCaptcha(box, row.id, captcha),
    lead_scoring: withLeadDefaults(all.lead_scoring),
  };
}
