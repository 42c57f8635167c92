/** Single submissions: read, change, delete. Lists are in submission-list.ts, intake in accept-submission.ts. */
import type { Selectable } from "kysely";
import { AppError } from "../errors.ts";
import { type Finding, MARKED_FINDINGS } from "../finding.ts";
import type { Fields } from "../submission.ts";
import { cancelForSpam, cancelForSubmission, queueHam, restoreCanceled } from "./deliveries.ts";
import { lockRow } from "./dialect.ts";
import type { AttachmentTable, Db, Flag, SubmissionTable } from "./schema.ts";
import { hamBeside, learn } from "./spam-lessons.ts";

/** A row of `attachment`. */
export type AttachmentRow = Selectable<AttachmentTable>;

/** A row of `submission` with its form's name, its files, and its JSON columns parsed. */
export type SubmissionRecord = Omit<
  Selectable<SubmissionTable>,
  "fields" | "source_query" | "content_hash" | "spam_findings"
> & {
  readonly fields: Fields;
  /** `null` for ham. */
  readonly spam_findings: readonly Finding[] | null;
  readonly source_query: readonly (readonly [string, string])[] | null;
  readonly form_name: string;
  readonly form_uuid: string;
  readonly attachments: readonly AttachmentRow[];
};

/** Whose submission: another account's or another form's is as good as none. */
export interface SubmissionScope {
  readonly id: number;
  readonly account_id: number;
  /** Set for a form's key. */
  readonly form_id?: number | undefined;
}

export interface SubmissionChange {
  readonly read?: boolean | undefined;
  readonly spam?: boolean | undefined;
  readonly trash?: boolean | undefined;
}

const COLUMNS = [
  "submission.id",
  "submission.account_id",
  "submission.form_id",
  "submission.email",
  "submission.fields",
  "submission.read",
  "submission.spam",
  "submission.trash",
  "submission.spam_reason",
  "submission.spam_findings",
  "submission.source_url",
  "submission.source_host",
  "submission.source_path",
  "submission.source_fragment",
  "submission.source_query",
  "submission.ip",
  "submission.referrer",
  "submission.user_agent",
  "submission.claim_count",
  "submission.webhook_sent_at",
  "submission.created_at",
  "submission.updated_at",
  "form.name as form_name",
  "form.uuid as form_uuid",
] as const;

/** `undefined` when there is none in scope. */
export async function getSubmission(
  db: Db,
  scope: SubmissionScope,
): Promise<SubmissionRecord | undefined> {
  const [record] = await getSubmissions(db, { ids: [scope.id] });
  return record !== undefined && isInScope(record, scope) ? record : undefined;
}

/** The records of `ids`, in the order of `ids`; an id without a record is left out. */
export async function getSubmissions(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<readonly SubmissionRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("submission")
    .innerJoin("form", "form.id", "submission.form_id")
    .select(COLUMNS)
    .where("submission.id", "in", ids)
    .execute();
  const attachments = await db
    .selectFrom("attachment")
    .selectAll()
    .where("submission_id", "in", ids)
    .orderBy("id")
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const filesOf = Map.groupBy(attachments, (attachment) => attachment.submission_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return [
      {
        ...row,
        fields: JSON.parse(row.fields) as Fields,
        spam_findings: parseFindings(row.spam_findings),
        source_query:
          row.source_query === null ? null : (JSON.parse(row.source_query) as [string, string][]),
        attachments: filesOf.get(id) ?? [],
      },
    ];
  });
}

/**
 * Sets what `change` names. Marking ham, outside the trash, queues the deliveries that were
 * withheld as spam; marking spam or trash cancels what was not yet tried for webhooks that take ham only, and taking that mark
 * back queues it again. What is said of `spam`, a confirmation included, is a lesson for the classifier.
 *
 * @throws AppError `not_found`.
 */
export async function updateSubmission(
  db: Db,
  {
    change,
    now,
    ...scope
  }: SubmissionScope & { readonly change: SubmissionChange; readonly now: number },
): Promise<SubmissionRecord> {
  const before = await existing(db, scope);
  const read = flag(change.read, before.read);
  const spam = flag(change.spam, before.spam);
  const trash = flag(change.trash, before.trash);
  if (change.spam !== undefined) {
    const said = { submission_id: scope.id, fields: before.fields, spam: change.spam };
    const beside = change.spam && before.spam === 0 ? await hamBeside(db, before) : [];
    const judgements = [said, ...beside.filter(({ submission_id }) => submission_id !== scope.id)];
    await learn(db, { account_id: scope.account_id, judgements, now });
  }
  const isSame = read === before.read && spam === before.spam && trash === before.trash;
  if (isSame) return before;
  const spam_reason = spam === before.spam ? before.spam_reason : spam === 1 ? "marked" : null;
  const findings = spam === before.spam ? undefined : spam === 1 ? MARKED_FINDINGS : null;
  await db
    .updateTable("submission")
    .set({ read, spam, trash, spam_reason, updated_at: now })
    .$if(findings !== undefined, (some) => some.set({ spam_findings: findings }))
    .where("id", "=", scope.id)
    .execute();
  const wasOut = before.spam === 1 || before.trash === 1;
  if (wasOut && spam === 0 && trash === 0) {
    await queueHam(db, { submission_id: scope.id, now });
    await restoreCanceled(db, { submission_id: scope.id, now });
  }
  const isWithdrawn = (spam === 1 && before.spam === 0) || (trash === 1 && before.trash === 0);
  if (isWithdrawn) await cancelForSpam(db, { submission_id: scope.id, now });
  const spam_findings = findings === undefined ? before.spam_findings : parseFindings(findings);
  return { ...before, read, spam, trash, spam_reason, spam_findings, updated_at: now };
}

function parseFindings(column: string | null): readonly Finding[] | null {
  return column === null ? null : (JSON.parse(column) as Finding[]);
}

/**
 * Deletes it for good, with its deliveries, their log, and its files' rows.
 *
 * @returns What it was; its attachments say which files the storage may now forget.
 * @throws AppError `not_found`.
 */
export async function deleteSubmission(
  db: Db,
  { now, ...scope }: SubmissionScope & { readonly now: number },
): Promise<SubmissionRecord> {
  const record = await existing(db, scope);
  await cancelForSubmission(db, { submission_id: scope.id, now });
  await db.deleteFrom("submission").where("id", "=", scope.id).execute();
  return record;
}

async function existing(db: Db, scope: SubmissionScope): Promise<SubmissionRecord> {
  await lockRow(db, "submission", scope.id);
  const record = await getSubmission(db, scope);
  if (record === undefined) {
    throw new AppError(
      "not_found",
      `There is no submission ${scope.id} that this key may see. It may have been deleted.`,
    );
  }
  return record;
}

function isInScope(record: SubmissionRecord, { account_id, form_id }: SubmissionScope): boolean {
  return record.account_id === account_id && (form_id === undefined || record.form_id === form_id);
}

function flag(wanted: boolean | undefined, current: Flag): Flag {
  return wanted === undefined ? current : wanted ? 1 : 0;
}
