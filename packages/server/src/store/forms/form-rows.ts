/** Rows of the table form, and the records made from them. */
import type { Insertable, Selectable } from "kysely";
import { type FormSettings, spamChecksOf } from "../../domain/form.ts";
import { type Members, type Versioned, versionOf } from "../../domain/record-version.ts";
import { type QueueConsumer, queueConsumerOf } from "../../domain/submission/queue-consumer.ts";
import { mailColumn, mailSettingsOf } from "../../domain/mail/settings.ts";
import { postColumn, postSettingsOf } from "../../domain/post-settings.ts";
import { maskedCaptcha } from "./captcha-encryption.ts";
import type { FormTable } from "../engine/form-tables.ts";
import type { Db } from "../engine/schema.ts";
import {
  countStatesOfForms,
  NO_SUBMISSIONS,
  type SubmissionCounts,
} from "../submissions/submission-counts.ts";
import {
  hasRecipients,
  type PendingRecipients,
  pendingRecipients,
  waitingAddresses,
} from "../mail/pending-recipients.ts";
import { type WebhookRecord, webhooksOfForms } from "../webhooks/webhooks.ts";

/** A row of `form` with its JSON columns parsed, its counts and its webhooks; secrets are masked. */
export interface FormRecord extends FormSettings, SubmissionCounts, PendingRecipients {
  readonly id: number;
  readonly uuid: string;
  readonly project_id: number;
  readonly project_name: string;
  readonly form_webhooks: readonly WebhookRecord[];
  readonly queue_consumer: QueueConsumer | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** Of its settings and the ciphertext of the captcha secret, see {@link versionOf}. */
  readonly version: string;
}

/** All forms with the names of their projects and the queue consumers of their accounts. */
export function formRows(db: Db) {
  return db
    .selectFrom("form")
    .innerJoin("project", "project.id", "form.project_id")
    .innerJoin("account", "account.id", "form.account_id")
    .selectAll("form")
    .select([
      "project.id as project_id",
      "project.name as project_name",
      "account.queue_consumer as account_consumer",
    ]);
}

type Row = Selectable<FormTable> & {
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

/** The records of rows, with one statement for each kind of their parts. */
export async function formRecords(db: Db, rows: readonly Row[]): Promise<readonly FormRecord[]> {
  const all = rows.map(({ id }) => id);
  const withRecipients = rows.filter(({ mail }) => hasRecipients(mailSettingsOf(mail)));
  const parts: FormParts = {
    counts: await countStatesOfForms(db, all),
    webhooks: await webhooksOfForms(db, all),
    waiting: await waitingAddresses(
      db,
      withRecipients.map(({ id }) => id),
    ),
  };
  return rows.map((row) => formRecord(row, parts));
}

function formRecord(row: Row, { counts, webhooks, waiting }: FormParts): FormRecord {
  const mail = mailSettingsOf(row.mail);
  const queue_consumer = queueConsumerOf(row.queue_consumer, row.account_consumer);
  const record = {
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
    opening_marks_read: row.opening_marks_read === 1 && queue_consumer === null,
    queue_consumer,
    fields: JSON.parse(row.fields) as FormSettings["fields"],
    lead_scoring: JSON.parse(row.lead_scoring) as FormSettings["lead_scoring"],
    ...mail,
    ...postSettingsOf(row.posts),
    ...pendingRecipients(mail, waiting.get(row.id)),
    ...(counts.get(row.id) ?? NO_SUBMISSIONS),
    form_webhooks: (webhooks.get(row.id) ?? []).slice(0, MAX_WEBHOOKS),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
  return { ...record, version: versionOf(members(record, row.captcha)) };
}

function members(settings: FormSettings, captcha: string | null): Members {
  const { mail, posts, ...columns } = formColumns(settings);
  return { ...columns, ...mailSettingsOf(mail ?? "{}"), ...postSettingsOf(posts ?? "{}"), captcha };
}

export const formVersion = (form: FormRecord): Versioned => ({
  version: form.version,
  names: Object.keys(members(form, null)),
});

/** The columns that hold the settings; the captcha is encrypted with the row's id and stored later. */
export function formColumns(
  settings: FormSettings,
): Required<
  Omit<
    Insertable<FormTable>,
    | "id"
    | "account_id"
    | "uuid"
    | "captcha"
    | "queue_consumer"
    | "created_at"
    | "updated_at"
    | "deleted_at"
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
    opening_marks_read: settings.opening_marks_read ? 1 : 0,
    fields: JSON.stringify(settings.fields),
    lead_scoring: JSON.stringify(settings.lead_scoring),
    mail: mailColumn(settings),
    posts: postColumn(settings),
  };
}
