/** Single submissions: read, change, delete. Lists are in submission-list.ts, intake in accept-submission.ts. */
import type { Selectable } from "kysely";
import { AppError } from "../errors.ts";
import { type Finding } from "../finding.ts";
import type { LeadScore } from "../lead.ts";
import { type Place, placeFromJson } from "../place.ts";
import type { Fields } from "../submission.ts";
import { cancelForSubmission } from "./deliveries.ts";
import { lockRow, memberIsTrue } from "./dialect.ts";
import { scoresOf } from "./lead-scores.ts";
import type { AttachmentTable, Db, SubmissionTable } from "./schema.ts";
import { type SubmissionChange, updateSubmissions } from "./submission-changes.ts";

/** A row of `attachment`. */
export type AttachmentRow = Selectable<AttachmentTable>;

/** A row of `submission` with its form's name, its files, and its JSON columns parsed. */
export type SubmissionRecord = Omit<
  Selectable<SubmissionTable>,
  "fields" | "source_query" | "content_hash" | "lease_token" | "geocoded" | "spam_findings"
> & {
  readonly fields: Fields;
  /** `null` for ham. */
  readonly spam_findings: readonly Finding[] | null;
  readonly source_query: readonly (readonly [string, string])[] | null;
  readonly form_name: string;
  readonly form_uuid: string;
  readonly attachments: readonly AttachmentRow[];
  readonly place: Place | null;
  /** `undefined` where the form does not score leads, `null` while the score is pending. */
  readonly lead: LeadScore | null | undefined;
};

/** Whose submission: another account's or another form's is as good as none. */
export interface SubmissionScope {
  readonly id: number;
  readonly account_id: number;
  /** Set for a form's key. */
  readonly form_id?: number | undefined;
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
  "submission.hold",
  "submission.held_until",
  "submission.lease_consumer",
  "submission.webhook_sent_at",
  "submission.created_at",
  "submission.updated_at",
  "submission.geocoded",
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
    .select(memberIsTrue(db, "form.lead_scoring", "enabled").as("scores_leads"))
    .where("submission.id", "in", ids)
    .where("form.deleted_at", "is", null)
    .execute();
  const attachments = await db
    .selectFrom("attachment")
    .selectAll()
    .where("submission_id", "in", ids)
    .orderBy("id")
    .execute();
  const scores = await scoresOf(db, {
    ids: rows.filter((row) => row.scores_leads === 1).map((row) => row.id),
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const filesOf = Map.groupBy(attachments, (attachment) => attachment.submission_id);
  return ids.flatMap((id) => {
    const selected = byId.get(id);
    if (selected === undefined) return [];
    const { scores_leads, geocoded, ...row } = selected;
    return [
      {
        ...row,
        fields: JSON.parse(row.fields) as Fields,
        spam_findings: parseFindings(row.spam_findings),
        source_query:
          row.source_query === null ? null : (JSON.parse(row.source_query) as [string, string][]),
        attachments: filesOf.get(id) ?? [],
        place: placeFromJson(geocoded),
        lead: scores_leads === 1 ? (scores.get(id) ?? null) : undefined,
      },
    ];
  });
}

/**
 * Sets what `change` names; {@link updateSubmissions} says what follows from it.
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
  const { id, account_id, form_id } = scope;
  await updateSubmissions(db, { account_id, form_id, submission_ids: [id], change, now });
  return found(await getSubmission(db, scope), id);
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
  return found(await getSubmission(db, scope), scope.id);
}

function found(record: SubmissionRecord | undefined, id: number): SubmissionRecord {
  if (record !== undefined) return record;
  throw new AppError(
    "not_found",
    `There is no submission ${id} that this key may see. It may have been deleted.`,
  );
}

function isInScope(record: SubmissionRecord, { account_id, form_id }: SubmissionScope): boolean {
  return record.account_id === account_id && (form_id === undefined || record.form_id === form_id);
}
