/** The table form: find, list, create, change and delete forms. */
import { invalid } from "../../domain/errors.ts";
import { formNotFound } from "../../domain/not-found.ts";
import {
  FORM_DEFAULTS,
  type FormChange,
  type FormRef,
  type FormSettings,
} from "../../domain/form.ts";
import { type ExpectedVersions, requireVersion } from "../../domain/record-version.ts";
import { withLeadDefaults } from "../../domain/submission/lead.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { encryptCaptcha } from "./captcha-encryption.ts";
import { idsText, isAmong, lockRow } from "../engine/dialect.ts";
import { idsOf, type ListPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import { requireHistory } from "../engine/history.ts";
import type { Db } from "../engine/schema.ts";
import { changeDigests } from "../mail/digests.ts";
import { changeRecipients, type RecipientChange } from "../mail/recipients.ts";
import { changeReply } from "../mail/reply-destination.ts";
import { findFormName, type NamedForm } from "./form-names.ts";
import { inFoundOrder, type SearchablePage, searchForms } from "./name-search.ts";
import { projectForForm } from "./projects.ts";
import {
  formColumns,
  type FormRecord,
  formRecords,
  formRows,
  formVersion,
  type StoredForm,
  storedForm,
} from "./form-rows.ts";

/** `undefined` if the account has no such form. */
export async function findForm(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<FormRecord | undefined> {
  const row = await findRow(db, { account_id, ref });
  return row === undefined ? undefined : (await formRecords(db, [row]))[0];
}

async function findRow(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
) {
  for (const [column, value] of [
    ["uuid", ref.uuid],
    ["id", ref.id],
  ] as const) {
    if (value === undefined) continue;
    const row = await formRows(db)
      .where("form.account_id", "=", account_id)
      .where("form.deleted_at", "is", null)
      .where(`form.${column}`, "=", value)
      .executeTakeFirst();
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Forms of the account, oldest first; with a query those that {@link searchForms} finds, best first. */
export async function listForms(
  db: Db,
  { query, ...page }: SearchablePage,
): Promise<ListPage<FormRecord & { readonly rank?: number }>> {
  await requireHistory(db, "form", page);
  const own = formRows(db)
    .where("form.account_id", "=", page.account_id)
    .where("form.deleted_at", "is", null);
  if (query !== undefined) {
    const found = await searchForms(db, { ...page, query });
    const ids = idsText(db, idsOf(found.matches));
    const rows = await own.where(isAmong(db, "form.id", ids)).execute();
    return { records: inFoundOrder(found, await formRecords(db, rows)), count: found.count };
  }
  const found = await pageById(own, page, "form.id").execute();
  const all = db
    .selectFrom("form")
    .where("account_id", "=", page.account_id)
    .where("deleted_at", "is", null);
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records: await formRecords(db, found), count };
}

interface CreateFormArgs {
  readonly account_id: number;
  readonly uuid: string;
  readonly settings: FormChange & { readonly name: string };
  readonly recipients: RecipientChange;
  readonly now: number;
}

export async function createForm(
  db: Db,
  { account_id, uuid, settings, recipients, now }: CreateFormArgs,
  box: SecretBox,
): Promise<FormRecord> {
  const project_id = await projectForForm(db, {
    account_id,
    project_id: settings.project_id ?? null,
  });
  const whole = changed({ ...FORM_DEFAULTS, name: settings.name }, { ...settings, project_id });
  const { id } = await db
    .insertInto("form")
    .values({ ...formColumns(whole), account_id, uuid, created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storeCaptcha(db, id, settings.captcha, box);
  const saved = { account_id, form_id: id, change: settings, settings: whole, now };
  await changeRecipients(db, { ...recipients, ...saved });
  await changeDigests(db, { form_id: id, before: FORM_DEFAULTS, after: whole, now });
  await changeReply(db, { ...recipients, ...saved });
  const form = await existing(db, { account_id, ref: { id, uuid: undefined } });
  requireNoConsumer(form, settings);
  return form;
}

/** @throws AppError `invalid` if opening shall mark read what a program works on. */
function requireNoConsumer({ queue_consumer }: StoredForm, { opening_marks_read }: FormChange) {
  if (queue_consumer === null || opening_marks_read !== true) return;
  throw invalid(
    "opening_marks_read",
    `opening_marks_read cannot be true: ${queue_consumer.name} reads the queue of this form, and opening a submission would take it from that program.`,
  );
}

/** A form after a request to change it. */
export interface UpdatedForm {
  readonly form: FormRecord;
  /** False if the form had the requested settings before. */
  readonly isChanged: boolean;
}

interface UpdateFormArgs {
  readonly account_id: number;
  readonly ref: FormRef;
  readonly expected?: ExpectedVersions | undefined;
  readonly settings: FormChange;
  readonly recipients: RecipientChange;
  readonly now: number;
}

/**
 * Changes the members that `settings` names.
 *
 * @throws AppError `not_found`; `precondition_failed` if it has none of the expected versions.
 */
export async function updateForm(
  db: Db,
  { account_id, ref, expected, settings, recipients, now }: UpdateFormArgs,
  box: SecretBox,
): Promise<UpdatedForm> {
  const { id } = await existingName(db, { account_id, ref });
  await lockRow(db, "form", id);
  const row = await findRow(db, { account_id, ref: { id, uuid: undefined } });
  if (row === undefined) throw formNotFound(id);
  const before = storedForm(row);
  requireVersion(formVersion(before), expected);
  requireNoConsumer(before, settings);
  const project_id =
    settings.project_id === undefined
      ? before.project_id
      : await projectForForm(db, { account_id, project_id: settings.project_id });
  const whole = changed(before, { ...settings, project_id });
  const isCaptchaChanged = await storeCaptcha(db, id, settings.captcha, box);
  const isChanged = isCaptchaChanged || !haveSameColumns(before, whole);
  if (isChanged) {
    await db
      .updateTable("form")
      .set({ ...formColumns(whole), updated_at: now })
      .where("id", "=", id)
      .execute();
  }
  const saved = { account_id, form_id: id, change: settings, settings: whole, now };
  await changeRecipients(db, { ...recipients, ...saved });
  await changeDigests(db, { form_id: id, before, after: whole, now });
  await changeReply(db, { ...recipients, ...saved });
  const form = await existing(db, { account_id, ref: { id, uuid: undefined } });
  return { form, isChanged };
}

function haveSameColumns(...forms: readonly FormSettings[]): boolean {
  const [before, after] = forms.map((form) =>
    JSON.stringify(formColumns({ ...form, lead_scoring: withLeadDefaults(form.lead_scoring) })),
  );
  return before === after;
}

/** Returns whether it was changed. Called after the row is inserted: the secret is encrypted with the row's id. */
async function storeCaptcha(
  db: Db,
  id: number,
  requested: FormSettings["captcha"] | undefined,
  box: SecretBox,
): Promise<boolean> {
  if (requested === undefined) return false;
  const before = await db
    .selectFrom("form")
    .select("captcha")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const captcha = encryptCaptcha(box, id, requested, before.captcha);
  if (captcha === before.captcha) return false;
  await db.updateTable("form").set({ captcha }).where("id", "=", id).execute();
  return true;
}

interface DeleteFormArgs {
  readonly account_id: number;
  readonly form_id: number;
  readonly expected?: ExpectedVersions | undefined;
  readonly now: number;
}

/**
 * Marks the form as deleted: from now on no response shows the form or its submissions, which
 * deleted-forms.ts removes in batches afterward. Its API keys and webhooks are deleted immediately.
 *
 * @throws AppError `not_found`; `precondition_failed` if it has none of the expected versions.
 */
export async function deleteForm(
  db: Db,
  { account_id, form_id, expected, now }: DeleteFormArgs,
): Promise<FormRecord> {
  // Locked first, so that the second of two concurrent calls sees that the form is deleted.
  await lockRow(db, "form", form_id);
  const form = await existing(db, { account_id, ref: { id: form_id, uuid: undefined } });
  requireVersion(formVersion(form), expected);
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

async function existingName(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<NamedForm> {
  const found = await findFormName(db, { account_id, ref });
  if (found === undefined) throw formNotFound(ref.uuid ?? ref.id ?? "");
  return found;
}

async function existing(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<FormRecord> {
  const found = await findForm(db, { account_id, ref });
  if (found === undefined) throw formNotFound(ref.uuid ?? ref.id ?? "");
  return found;
}

function changed(before: FormSettings, settings: FormChange): FormSettings {
  const spam_checks = { ...before.spam_checks, ...settings.spam_checks };
  return { ...before, ...settings, spam_checks };
}
