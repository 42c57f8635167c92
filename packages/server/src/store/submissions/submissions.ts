/** Single submissions: read, change, delete. Lists are in submission-list.ts, intake in accept-submission.ts. */
import { type Finding, parseFindings } from "../../domain/submission/finding.ts";
import { type GeoLocation, locationFromJson } from "../../domain/submission/geo-location.ts";
import type { QueueConsumer } from "../../domain/submission/queue-consumer.ts";
import { submissionNotFound } from "../../domain/not-found.ts";
import { type ExpectedVersions, requireVersion } from "../../domain/record-version.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { submissionVersion } from "../../domain/submission/submission-version.ts";
import { cancelForSubmission } from "../deliveries/deliveries.ts";
import { lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { type SubmissionChange, updateSubmissions } from "./submission-changes.ts";
import { type SubmissionRow, submissionRows } from "./submission-rows.ts";
import { ofLiveForm } from "../forms/live-forms.ts";

/** A row with its JSON columns parsed, for deliveries and scoring. */
export type SubmissionRecord = Omit<
  SubmissionRow,
  "fields" | "source_query" | "geocoded" | "spam_findings"
> & {
  readonly fields: Fields;
  /** `null` for ham. */
  readonly spam_findings: readonly Finding[] | null;
  readonly source_query: readonly (readonly [string, string])[] | null;
  readonly location: GeoLocation | null;
};

/** A submission of an account or of one form. A submission of another one counts as missing. */
export interface SubmissionScope {
  readonly id: number;
  readonly account_id: number;
  /** Set for an API key of one form. */
  readonly form_id?: number | undefined;
}

/** `undefined` if there is none in scope. */
export async function getSubmission(
  db: Db,
  scope: SubmissionScope,
): Promise<SubmissionRecord | undefined> {
  const row = await rowInScope(db, scope);
  return row === undefined ? undefined : parse(row);
}

/** The records of `ids`, in that order; an id without a record is left out. */
export const getSubmissions = async (
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<readonly SubmissionRecord[]> => (await submissionRows(db, { ids })).map(parse);

function parse({ geocoded, ...row }: SubmissionRow): SubmissionRecord {
  const { fields, spam_findings, source_query } = row;
  return {
    ...row,
    fields: JSON.parse(fields) as Fields,
    spam_findings: parseFindings(spam_findings),
    source_query: source_query === null ? null : (JSON.parse(source_query) as [string, string][]),
    location: locationFromJson(geocoded),
  };
}

interface UpdateSubmissionArgs extends SubmissionScope {
  /** The uid that it must have. */
  readonly uid?: string | undefined;
  readonly expected?: ExpectedVersions | undefined;
  readonly change: SubmissionChange;
  readonly consumer?: QueueConsumer | undefined;
  readonly now: number;
}

/**
 * Sets the flags that `change` names, with the effects of {@link updateSubmissions}.
 *
 * @throws AppError `not_found`; `precondition_failed` if it has none of the expected versions.
 */
export async function updateSubmission(
  db: Db,
  { uid, expected, change, consumer, now, ...scope }: UpdateSubmissionArgs,
): Promise<SubmissionRow> {
  const { id, account_id, form_id } = scope;
  const uids = uid === undefined ? {} : { uids: [[id, uid] as const] };
  const which = { account_id, form_id, submission_ids: [id], ...uids };
  const one = { ...which, expected, change, consumer, now };
  const [changed] = await updateSubmissions(db, one);
  if (changed?.status === "not_found") throw submissionNotFound(id);
  return found(await rowInScope(db, scope), id);
}

interface DeleteSubmissionArgs extends SubmissionScope {
  readonly expected?: ExpectedVersions | undefined;
  readonly now: number;
}

/**
 * Deletes a submission permanently, with its deliveries, their log, and its attachment rows.
 *
 * @returns The deleted row; its attachments name the files to delete from storage.
 * @throws AppError `not_found`; `precondition_failed` if it has none of the expected versions.
 */
export async function deleteSubmission(
  db: Db,
  { expected, now, ...scope }: DeleteSubmissionArgs,
): Promise<SubmissionRow> {
  await lockRow(db, "submission", scope.id);
  const row = found(await rowInScope(db, scope), scope.id);
  requireVersion(submissionVersion(row), expected);
  await cancelForSubmission(db, { submission_id: scope.id, now });
  await db.deleteFrom("submission").where("id", "=", scope.id).execute();
  return row;
}

/** The stored row; `undefined` if there is none in scope. */
export async function rowInScope(
  db: Db,
  { id, account_id, form_id }: SubmissionScope,
): Promise<SubmissionRow | undefined> {
  const [row] = await submissionRows(db, { ids: [id] });
  if (row?.account_id !== account_id) return undefined;
  return form_id === undefined || row.form_id === form_id ? row : undefined;
}

function found(row: SubmissionRow | undefined, id: number): SubmissionRow {
  if (row !== undefined) return row;
  throw submissionNotFound(id);
}

/** The id of the form; `undefined` if the account has no such submission. */
export async function formOfSubmission(
  db: Db,
  { account_id, submission_id }: { readonly account_id: number; readonly submission_id: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom("submission")
    .select("form_id")
    .where("id", "=", submission_id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"))
    .executeTakeFirst();
  return row?.form_id;
}
