/** Rows of the table form, and the records made from them. */
import type { Insertable, Selectable } from "kysely";
import type { FormSettings } from "../../domain/form.ts";
import { FORM_DEFAULTS, parseSettings, settingsColumn } from "../../domain/form.ts";
import { type Members, type Versioned, versionOf } from "../../domain/record-version.ts";
import { type QueueConsumer, queueConsumerOf } from "../../domain/submission/queue-consumer.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { maskCaptcha } from "./captcha-encryption.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import type { SubmissionCounts } from "../submissions/submission-counts.ts";
import { countStatesOfForms, NO_SUBMISSIONS } from "../submissions/submission-counts.ts";
import type { PendingRecipients } from "../mail/recipient-states.ts";
import { hasRecipients, pendingRecipients, waitingAddresses } from "../mail/recipient-states.ts";
import { type WebhookRecord, webhooksOfForms } from "../webhooks/webhooks.ts";

/** A row of `form` with its JSON columns parsed; secrets are masked. */
export interface StoredForm extends FormSettings {
  readonly id: number;
  readonly uuid: string;
  readonly project_id: number;
  readonly project_name: string;
  readonly queue_consumer: QueueConsumer | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** Of its settings and the ciphertext of the captcha secret, see {@link versionOf}. */
  readonly version: string;
}

export interface FormRecord extends StoredForm, SubmissionCounts, PendingRecipients {
  readonly form_webhooks: readonly WebhookRecord[];
}

/** All forms with the names of their projects and the queue consumers of their accounts. */
export const formRows = (db: Db) =>
  db
    .selectFrom("form")
    .innerJoin("project", "project.id", "form.project_id")
    .innerJoin("account", "account.id", "form.account_id")
    .selectAll("form")
    .select([
      "project.id as project_id",
      "project.name as project_name",
      "account.queue_consumer as account_consumer",
    ]);

type Row = Selectable<Schema["form"]> & {
  readonly project_id: number;
  readonly project_name: string;
  readonly account_consumer: string | null;
};

/** What the records of forms take from other tables, by the id of the form. */
interface FormParts {
  readonly counts: ReadonlyMap<number, SubmissionCounts>;
  readonly webhooks: ReadonlyMap<number, readonly WebhookRecord[]>;
  readonly waiting: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A record shows at most so many of its webhooks. */
const MAX_WEBHOOKS = 100;

export async function formRecords(
  db: Db,
  rows: readonly Row[],
  box: SecretBox,
): Promise<readonly FormRecord[]> {
  const all = rows.map(({ id }) => id);
  const withRecipients = rows.filter(({ settings }) => hasRecipients(parseSettings(settings)));
  const parts: FormParts = {
    counts: await countStatesOfForms(db, all),
    webhooks: await webhooksOfForms(db, all, box),
    waiting: await waitingAddresses(db, idsOf(withRecipients)),
  };
  return rows.map((row) => formRecord(row, parts));
}

function formRecord(row: Row, { counts, webhooks, waiting }: FormParts): FormRecord {
  const form = storedForm(row);
  return {
    ...form,
    ...pendingRecipients(form, waiting.get(row.id)),
    ...(counts.get(row.id) ?? NO_SUBMISSIONS),
    form_webhooks: (webhooks.get(row.id) ?? []).slice(0, MAX_WEBHOOKS),
  };
}

/** The form without what other tables have of it. */
export function storedForm(row: Row): StoredForm {
  const settings = parseSettings(row.settings);
  const queue_consumer = queueConsumerOf(row.queue_consumer, row.account_consumer);
  const form = {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    project_id: row.project_id,
    project_name: row.project_name,
    ...settings,
    captcha: maskCaptcha(row.captcha),
    retention_days: row.retention_days,
    retention_includes_unread: row.retention_includes_unread === 1,
    archived: row.archived === 1,
    opening_marks_read: settings.opening_marks_read && queue_consumer === null,
    queue_consumer,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
  return { ...form, version: versionOf(members(form, row.captcha)) };
}

const MEMBERS = Object.keys(FORM_DEFAULTS) as (keyof FormSettings)[];

const members = (settings: FormSettings, captcha: string | null): Members => ({
  ...Object.fromEntries(MEMBERS.map((name) => [name, settings[name]])),
  captcha,
});

export const formVersion = (form: StoredForm): Versioned => ({
  version: form.version,
  names: MEMBERS,
});

/** The columns that hold the settings; the captcha is encrypted with the row's id and stored later. */
export const formColumns = (settings: FormSettings) =>
  ({
    name: settings.name,
    project_id: settings.project_id,
    retention_days: settings.retention_days,
    retention_includes_unread: settings.retention_includes_unread ? 1 : 0,
    archived: settings.archived ? 1 : 0,
    settings: settingsColumn(settings),
  }) as const satisfies Partial<Insertable<Schema["form"]>>;
