/** The table form: find, list, create, change and delete forms. */
import type { Selectable } from "kysely";
import { AppError, invalid } from "../../domain/errors.ts";
import { ofCopiedWebhooks } from "../../domain/routing/form-rules.ts";
import { formNotFound } from "../../domain/not-found.ts";
import type { FormChange, FormRef, FormSettings } from "../../domain/form.ts";
import { FORM_DEFAULTS } from "../../domain/form.ts";
import { type ExpectedVersions, requireVersion } from "../../domain/record-version.ts";
import { withLeadDefaults } from "../../domain/submission/lead.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { truncateAt } from "../../platform/text/truncation.ts";
import { copyWebhook, type WebhookCopy } from "../webhooks/webhooks.ts";
import { decryptCaptcha, encryptCaptcha } from "./captcha-encryption.ts";
import { givenRows, idsText, isAmong, isPostgres, lockRow } from "../engine/dialect.ts";
import { idsOf, type ListPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import { requireHistory } from "../engine/history.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { changeDigests } from "../mail/digests.ts";
import type { DestinationsChange, RecipientChange } from "../mail/recipients.ts";
import { changeRecipients } from "../mail/recipients.ts";
import { changeReply } from "../mail/reply-destination.ts";
import { findFormName, type NamedForm } from "./form-names.ts";
import { isListed } from "./live-forms.ts";
import { type FormsPage, inFoundOrder, searchForms } from "./name-search.ts";
import { projectForForm } from "./projects.ts";
import type { FormRecord, StoredForm } from "./form-rows.ts";
import { formColumns, formRecords, formRows, formVersion, storedForm } from "./form-rows.ts";

const MAX_NAME_CHARACTERS = 200;

/** `undefined` if the account has no such form. */
export async function findForm(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
  box: SecretBox,
): Promise<FormRecord | undefined> {
  const row = await findRow(db, { account_id, ref });
  return row === undefined ? undefined : (await formRecords(db, [row], box))[0];
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
  { query, archived, ...page }: FormsPage,
  box: SecretBox,
): Promise<ListPage<FormRecord & { readonly rank?: number }>> {
  await requireHistory(db, "form", page);
  const own = formRows(db)
    .where("form.account_id", "=", page.account_id)
    .where(isListed(archived, page));
  if (query !== undefined) {
    const found = await searchForms(db, { ...page, archived, query });
    const ids = idsText(db, idsOf(found.matches));
    const rows = await own.where(isAmong(db, "form.id", ids)).execute();
    return { records: inFoundOrder(found, await formRecords(db, rows, box)), count: found.count };
  }
  const found = await pageById(own, page, "form.id").execute();
  const all = db
    .selectFrom("form")
    .where("account_id", "=", page.account_id)
    .where(isListed(archived, page));
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records: await formRecords(db, found, box), count };
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
  const project = await projectForForm(db, { account_id, project_id: settings.project_id ?? null });
  const whole = changed(
    { ...FORM_DEFAULTS, name: settings.name },
    { ...settings, project_id: project.id },
  );
  const { id } = await db
    .insertInto("form")
    .values({ ...formColumns(whole), account_id, uuid, created_at: now, updated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (settings.captcha !== undefined) {
    // The secret is encrypted with the row's id.
    const captcha = encryptCaptcha(box, id, settings.captcha, null);
    await db.updateTable("form").set({ captcha }).where("id", "=", id).execute();
  }
  const forms = [{ id, before: FORM_DEFAULTS, after: whole }];
  await changeDestinations(db, { account_id, forms, change: settings, ...recipients, now });
  const form = await existing(db, { account_id, ref: { id, uuid: undefined } }, box);
  requireNoConsumer(form, settings);
  return form;
}

interface CopyFormArgs extends Omit<CreateFormArgs, "settings"> {
  readonly form_id: number;
  /** What the copy has of its own. */
  readonly settings: Pick<FormChange, "name" | "project_id">;
  /** Those to copy, each with what must differ. */
  readonly webhooks: readonly Pick<WebhookCopy, "id" | "uid" | "signing_secret">[];
}

/** Creates a form with the settings of another, and without its submissions. @throws AppError `not_found`. */
export async function copyForm(
  db: Db,
  { form_id, settings, webhooks, ...args }: CopyFormArgs,
  box: SecretBox,
): Promise<FormRecord> {
  const { account_id, now } = args;
  const row = await findRow(db, { account_id, ref: { id: form_id, uuid: undefined } });
  if (row === undefined) throw formNotFound(form_id);
  const form = storedForm(row);
  const whole = changed(FORM_DEFAULTS, {
    ...Object.fromEntries(Object.entries(form).filter(([name]) => name in FORM_DEFAULTS)),
    // An ALTCHA gets a key of its own; the keys of the others belong to their site keys.
    captcha:
      form.captcha?.provider === "altcha"
        ? { ...form.captcha, secret: null }
        : (decryptCaptcha(box, form_id, row.captcha) ?? form.captcha),
    name: truncateAt(`${form.name} (copy)`, MAX_NAME_CHARACTERS),
    archived: false,
    ...settings,
  });
  const { id } = await createForm(db, { ...args, settings: whole }, box);
  const copies = new Map<number, number>();
  for (const webhook of webhooks) {
    const copied = await copyWebhook(db, { account_id, form_id: id, ...webhook, now }, box);
    copies.set(webhook.id, copied.id);
  }
  const ref = { id, uuid: undefined };
  const rules = ofCopiedWebhooks(whole.rules, copies);
  return (await updateForm(db, { ...args, ref, settings: { rules } }, box)).form;
}

/** Makes recipients, digests and the automatic answer those of the settings. */
async function changeDestinations(db: Db, change: DestinationsChange): Promise<void> {
  await changeRecipients(db, change);
  await changeDigests(db, change);
  await changeReply(db, change);
}

/** @throws AppError `invalid` if opening shall mark read what a program works on. */
function requireNoConsumer({ queue_consumer }: StoredForm, { opening_marks_read }: FormChange) {
  if (queue_consumer === null || opening_marks_read !== true) return;
  throw invalid(
    "opening_marks_read",
    `opening_marks_read cannot be true: ${queue_consumer.name} reads the queue of this form, and opening a submission would take it from that program.`,
  );
}

interface ChangeArgs {
  readonly account_id: number;
  readonly settings: FormChange;
  readonly recipients: RecipientChange;
  readonly now: number;
}

type UpdateFormArgs = ChangeArgs & {
  readonly ref: FormRef;
  readonly expected?: ExpectedVersions | undefined;
  /** Only returns the form as it would be. */
  readonly isPreview?: boolean;
};

/**
 * Changes the members that `settings` names.
 *
 * @throws AppError `not_found`; `precondition_failed` if it has none of the expected versions.
 */
export async function updateForm(
  db: Db,
  { ref, expected, isPreview = false, ...change }: UpdateFormArgs,
  box: SecretBox,
) {
  const { id } = await existingName(db, { account_id: change.account_id, ref });
  const changes = await changesOf(db, { ...change, forms: [{ id, expected }] }, box);
  const refusal = changes.find((form) => form.refusal !== undefined)?.refusal;
  if (refusal !== undefined) throw refusal;
  if (!isPreview) await saveChanges(db, change, changes);
  const [form] = await formRecords(
    db,
    changes.map(({ row }) => row),
    box,
  );
  if (form === undefined) throw formNotFound(id);
  return {
    form,
    /** False if the form had the requested settings before. */
    isChanged: changes.some(({ isChanged }) => isChanged),
  };
}

/** What a request changes of a form, or why it cannot. */
export interface ChangedForm {
  readonly before: StoredForm;
  readonly after: StoredForm;
  readonly isChanged: boolean;
  readonly refusal: string | undefined;
}

type UpdateFormsArgs = ChangeArgs & {
  readonly forms: readonly {
    readonly id: number;
    readonly expected?: ExpectedVersions | undefined;
  }[];
  /** Only says what would be changed. */
  readonly isPreview: boolean;
};

/**
 * Changes several forms in the same way, all of them or none, by a number of statements that does not depend on
 * theirs.
 *
 * @throws AppError the refusal of a form, unless it is a preview; `not_found`.
 */
export async function updateForms(
  db: Db,
  { isPreview, ...change }: UpdateFormsArgs,
  box: SecretBox,
): Promise<readonly ChangedForm[]> {
  const changes = await changesOf(db, change, box);
  if (!isPreview) {
    const refused = changes.find(({ refusal }) => refusal !== undefined);
    if (refused?.refusal !== undefined) {
      const { code, message, fields, headers } = refused.refusal;
      const sentence = `No form was changed, because of "${refused.before.name}": ${message}`;
      throw new AppError(code, sentence, { fields, headers });
    }
    await saveChanges(db, change, changes);
  }
  return changes.map(({ row: _, refusal, ...form }) => ({ ...form, refusal: refusal?.message }));
}

/** Locks forms, and computes their changes. */
async function changesOf(
  db: Db,
  { account_id, forms, settings, now }: Omit<UpdateFormsArgs, "isPreview">,
  box: SecretBox,
) {
  const own = isAmong(db, "form.id", idsText(db, idsOf(forms)));
  if (isPostgres(db)) {
    await db
      .selectFrom("form")
      .select("id")
      .where("account_id", "=", account_id)
      .where(own)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
  }
  const project =
    settings.project_id === undefined
      ? undefined
      : await projectForForm(db, { account_id, project_id: settings.project_id });
  const rows = await formRows(db)
    .where("form.account_id", "=", account_id)
    .where("form.deleted_at", "is", null)
    .where(own)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return forms.map(({ id, expected }) => {
    const row = byId.get(id);
    if (row === undefined) throw formNotFound(id);
    const before = storedForm(row);
    const [project_id, project_name] =
      project === undefined ? [before.project_id, before.project_name] : [project.id, project.name];
    const whole = changed(before, { ...settings, project_id });
    try {
      requireVersion(formVersion(before), expected);
      requireNoConsumer(before, settings);
      const captcha =
        settings.captcha === undefined
          ? row.captcha
          : encryptCaptcha(box, id, settings.captcha, row.captcha);
      const isChanged = captcha !== row.captcha || !haveSameColumns(before, whole);
      const updated_at = isChanged ? now : row.updated_at;
      const next = { ...row, ...formColumns(whole), project_id, project_name, captcha, updated_at };
      return { row: next, before, after: storedForm(next), isChanged, refusal: undefined };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { row, before, after: before, isChanged: false, refusal: error };
    }
  });
}

type Saved = Pick<Selectable<Schema["form"]>, keyof typeof SAVED>;
const SAVED = {
  id: "bigint",
  name: "text",
  project_id: "bigint",
  retention_days: "bigint",
  retention_includes_unread: "bigint",
  archived: "bigint",
  settings: "text",
  captcha: "text",
} as const;

async function saveChanges(
  db: Db,
  { account_id, settings, recipients, now }: ChangeArgs,
  changes: Awaited<ReturnType<typeof changesOf>>,
): Promise<void> {
  const rows = changes.flatMap(({ row, isChanged }) => (isChanged ? [row] : []));
  if (rows.length > 0) {
    await db
      .updateTable("form")
      .from(givenRows<Schema, Saved>(db, SAVED, rows))
      .set((given) => ({
        name: given.ref("given.name"),
        project_id: given.ref("given.project_id"),
        retention_days: given.ref("given.retention_days"),
        retention_includes_unread: given.ref("given.retention_includes_unread"),
        archived: given.ref("given.archived"),
        settings: given.ref("given.settings"),
        captcha: given.ref("given.captcha"),
        updated_at: now,
      }))
      .whereRef("form.id", "=", "given.id")
      .execute();
  }
  const forms = changes.map(({ before, after }) => ({ id: before.id, before, after }));
  await changeDestinations(db, { account_id, forms, change: settings, ...recipients, now });
}

function haveSameColumns(...forms: readonly FormSettings[]): boolean {
  const [before, after] = forms.map((form) =>
    JSON.stringify(formColumns({ ...form, lead_scoring: withLeadDefaults(form.lead_scoring) })),
  );
  return before === after;
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
  box: SecretBox,
): Promise<FormRecord> {
  // Locked first, so that the second of two concurrent calls sees that the form is deleted.
  await lockRow(db, "form", form_id);
  const form = await existing(db, { account_id, ref: { id: form_id, uuid: undefined } }, box);
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
  box: SecretBox,
): Promise<FormRecord> {
  const found = await findForm(db, { account_id, ref }, box);
  if (found === undefined) throw formNotFound(ref.uuid ?? ref.id ?? "");
  return found;
}

function changed(before: FormSettings, settings: FormChange): FormSettings {
  const spam_checks = { ...before.spam_checks, ...settings.spam_checks };
  return { ...before, ...settings, spam_checks };
}
