/** The table form: find, list, create, change and delete forms. */
import type { Insertable, Selectable } from "kysely";
import { formNotFound } from "../../domain/not-found.ts";
import {
  FORM_DEFAULTS,
  type FormChange,
  type FormRef,
  type FormSettings,
  spamChecksOf,
} from "../../domain/form.ts";
import { mailColumn, mailSettingsOf } from "../../domain/mail/settings.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { maskedCaptcha, encryptCaptcha } from "./captcha-encryption.ts";
import { lockRow } from "../engine/dialect.ts";
import { type AccountPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import type { FormTable } from "../engine/form-tables.ts";
import { requireHistory } from "../engine/history.ts";
import type { Db } from "../engine/schema.ts";
import { countStates, type SubmissionCounts } from "../submissions/submission-counts.ts";
import { changeDigests } from "../mail/digests.ts";
import { type PendingRecipients, pendingRecipients } from "../mail/pending-recipients.ts";
import { changeRecipients, type RecipientChange } from "../mail/recipients.ts";
import { changeReply } from "../mail/reply-destination.ts";
import { projectForForm } from "./projects.ts";
import { listWebhooks, type WebhookRecord } from "../webhooks/webhooks.ts";

/** A row of `form` with its JSON columns parsed, its counts and its webhooks; secrets are masked. */
export interface FormRecord extends FormSettings, SubmissionCounts, PendingRecipients {
  readonly id: number;
  readonly uuid: string;
  readonly project_id: number;
  readonly project_name: string;
  readonly form_webhooks: readonly WebhookRecord[];
  readonly created_at: number;
  readonly updated_at: number;
}

/** `undefined` if the account has no such form. */
export async function findForm(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<FormRecord | undefined> {
  for (const [column, value] of [
    ["uuid", ref.uuid],
    ["id", ref.id],
  ] as const) {
    if (value === undefined) continue;
    const row = await rows(db)
      .where("form.account_id", "=", account_id)
      .where("form.deleted_at", "is", null)
      .where(`form.${column}`, "=", value)
      .executeTakeFirst();
    if (row !== undefined) return record(db, row);
  }
  return undefined;
}

/** Forms of the account, oldest first. */
export async function listForms(
  db: Db,
  page: AccountPage,
): Promise<{ readonly records: readonly FormRecord[]; readonly count: number }> {
  await requireHistory(db, "form", page);
  const own = rows(db)
    .where("form.account_id", "=", page.account_id)
    .where("form.deleted_at", "is", null);
  const found = await pageById(own, page, "form.id").execute();
  const all = db
    .selectFrom("form")
    .where("account_id", "=", page.account_id)
    .where("deleted_at", "is", null);
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  const records: FormRecord[] = [];
  for (const row of found) records.push(await record(db, row));
  return { records, count };
}

export async function createForm(
  db: Db,
  {
    account_id,
    uuid,
    settings,
    recipients,
    now,
  }: {
    readonly account_id: number;
    readonly uuid: string;
    readonly settings: FormChange & { readonly name: string };
    readonly recipients: RecipientChange;
    readonly now: number;
  },
  box: SecretBox,
): Promise<FormRecord> {
  const project_id = await projectForForm(db, {
    account_id,
    project_id: settings.project_id ?? null,
  });
  const whole = changed({ ...FORM_DEFAULTS, name: settings.name }, { ...settings, project_id });
  const { id } = await db
    .insertInto("form")
    .values({ ...columns(whole), account_id, uuid, created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeCaptcha(db, id, settings.captcha, box);
  const saved = { account_id, form_id: id, change: settings, settings: whole, now };
  await changeRecipients(db, { ...recipients, ...saved });
  await changeDigests(db, { form_id: id, before: FORM_DEFAULTS, after: whole, now });
  await changeReply(db, { ...recipients, ...saved });
  return existing(db, { account_id, ref: { id, uuid: undefined } });
}

/** Changes the members that `settings` names. @throws AppError `not_found`. */
export async function updateForm(
  db: Db,
  {
    account_id,
    ref,
    settings,
    recipients,
    now,
  }: {
    readonly account_id: number;
    readonly ref: FormRef;
    readonly settings: FormChange;
    readonly recipients: RecipientChange;
    readonly now: number;
  },
  box: SecretBox,
): Promise<FormRecord> {
  const { id } = await existing(db, { account_id, ref });
  await lockRow(db, "form", id);
  const before = await existing(db, { account_id, ref: { id, uuid: undefined } });
  const project_id =
    settings.project_id === undefined
      ? before.project_id
      : await projectForForm(db, { account_id, project_id: settings.project_id });
  const whole = changed(before, { ...settings, project_id });
  await db
    .updateTable("form")
    .set({ ...columns(whole), updated_at: now })
    .where("id", "=", id)
    .execute();
  await storeCaptcha(db, id, settings.captcha, box);
  const saved = { account_id, form_id: id, change: settings, settings: whole, now };
  await changeRecipients(db, { ...recipients, ...saved });
  await changeDigests(db, { form_id: id, before, after: whole, now });
  await changeReply(db, { ...recipients, ...saved });
  return existing(db, { account_id, ref: { id, uuid: undefined } });
}

/** Called after the row is inserted: the secret is encrypted with the row's id. */
async function storeCaptcha(
  db: Db,
  id: number,
  requested: FormSettings["captcha"] | undefined,
  box: SecretBox,
): Promise<void> {
  if (requested === undefined) return;
  const before = await db
    .selectFrom("form")
    .select("captcha")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const captcha = encryptCaptcha(box, id, requested, before.captcha);
  await db.updateTable("form").set({ captcha }).where("id", "=", id).execute();
}

/**
 * Marks the form as deleted: from now on no response shows the form or its submissions, which
 * deleted-forms.ts removes in batches afterward. Its API keys and webhooks are deleted immediately.
 *
 * @throws AppError `not_found`.
 */
export async function deleteForm(
  db: Db,
  {
    account_id,
    form_id,
    now,
  }: { readonly account_id: number; readonly form_id: number; readonly now: number },
): Promise<FormRecord> {
  // Locked first, so that the second of two concurrent calls sees that the form is deleted.
  await lockRow(db, "form", form_id);
  const form = await existing(db, { account_id, ref: { id: form_id, uuid: undefined } });
  await db
    .updateTable("form")
    // A reference from a deleted form must not keep its project from being deleted.
    .set({ deleted_at: now, project_id: null })
    .where("id", "=", form_id)
    .execute();
  await db.deleteFrom("webhook").where("form_id", "=", form_id).execute();
  await db.deleteFrom("api_key").where("form_id", "=", form_id).execute();
  return form;
}

function rows(db: Db) {
  return db
    .selectFrom("form")
    .innerJoin("project", "project.id", "form.project_id")
    .selectAll("form")
    .select(["project.id as project_id", "project.name as project_name"]);
}

async function existing(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<FormRecord> {
  const found = await findForm(db, { account_id, ref });
  if (found === undefined) {
    throw formNotFound(ref.uuid ?? ref.id ?? "");
  }
  return found;
}

type Row = Selectable<FormTable> & { readonly project_id: number; readonly project_name: string };

async function record(db: Db, row: Row): Promise<FormRecord> {
  const counts = await countStates(db, { account_id: row.account_id, form_id: row.id });
  const { records } = await listWebhooks(db, {
    account_id: row.account_id,
    form_id: row.id,
    limit: 100,
    offset: 0,
  });
  const mail = mailSettingsOf(row.mail);
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    project_id: row.project_id,
    project_name: row.project_name,
    timezone: row.timezone,
    redirect_url: row.redirect_url,
    redirect_heading: row.redirect_heading,
    redirect_message: row.redirect_message,
    honeypot_field: row.honeypot_field,
    duplicate_filter: row.duplicate_filter === 1,
    allowed_domains: JSON.parse(row.allowed_domains) as string[],
    blocked_domains: JSON.parse(row.blocked_domains) as string[],
    content_blacklist: JSON.parse(row.content_blacklist) as string[],
    spam_checks: spamChecksOf(row.spam_checks),
    captcha: maskedCaptcha(row.captcha),
    retention_days: row.retention_days,
    retention_includes_unread: row.retention_includes_unread === 1,
    lead_scoring: JSON.parse(row.lead_scoring) as FormSettings["lead_scoring"],
    ...mail,
    ...(await pendingRecipients(db, row.id, mail)),
    ...counts,
    form_webhooks: records,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function changed(before: FormSettings, settings: FormChange): FormSettings {
  const spam_checks = { ...before.spam_checks, ...settings.spam_checks };
  return { ...before, ...settings, spam_checks };
}

function columns(
  settings: FormSettings,
): Required<
  Omit<
    Insertable<FormTable>,
    "id" | "account_id" | "uuid" | "captcha" | "created_at" | "updated_at" | "deleted_at"
  >
> {
  return {
    name: settings.name,
    project_id: settings.project_id,
    timezone: settings.timezone,
    redirect_url: settings.redirect_url,
    redirect_heading: settings.redirect_heading,
    redirect_message: settings.redirect_message,
    honeypot_field: settings.honeypot_field,
    duplicate_filter: settings.duplicate_filter ? 1 : 0,
    allowed_domains: JSON.stringify(settings.allowed_domains),
    blocked_domains: JSON.stringify(settings.blocked_domains),
    content_blacklist: JSON.stringify(settings.content_blacklist),
    spam_checks: JSON.stringify(settings.spam_checks),
    retention_days: settings.retention_days,
    retention_includes_unread: settings.retention_includes_unread ? 1 : 0,
    lead_scoring: JSON.stringify(settings.lead_scoring),
    mail: mailColumn(settings),
  };
}
