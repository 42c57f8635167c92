/** Reads submissions with their files, form names and scores. */
import { type Selectable, sql } from "kysely";
import type { DeliveryStateCode } from "../../domain/submission/delivery-state.ts";
import type { LeadScore } from "../../domain/submission/lead.ts";
import { compileOnce } from "../engine/compiled.ts";
import { idsText, isAmong, memberIsTrue } from "../engine/dialect.ts";
import { scoresOf } from "../leads/lead-scores.ts";
import { DELIVERY_STATE } from "./delivery-state.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { POST_COLUMN_NAMES } from "./new-submission.ts";

/** A row of `attachment`. */
export type AttachmentRow = Selectable<Schema["attachment"]>;

/** A row of `submission` with its form's name, its files and its score; JSON columns are text. */
export type SubmissionRow = Omit<
  Selectable<Schema["submission"]>,
  | "content_hash"
  | "lease_token"
  | "deliveries_waiting"
  | "deliveries_succeeded"
  | "deliveries_failed"
  | "deliveries_withheld"
  | "withheld_as_spam"
  | "decisions"
> & {
  /** `null` until housekeeping has counted the deliveries of a submission from before they were counted. */
  readonly delivery_state: DeliveryStateCode | null;
  readonly assignee: string | null;
  readonly form_name: string;
  readonly form_uuid: string;
  readonly attachments: readonly AttachmentRow[];
  /** `undefined` where the form does not score leads, `null` while the score is pending. */
  readonly lead: LeadScore | null | undefined;
};

type Ids = { readonly ids: string };

const submissionsOf = compileOnce((db, p: Ids) =>
  db
    .selectFrom("submission")
    .select([
      "id",
      ...POST_COLUMN_NAMES,
      "read",
      "trash",
      "seen_at",
      "answered_at",
      "claim_count",
      "claim_state",
      "claim_state_until",
      "lease_consumer",
      "webhook_sent_at",
      "created_at",
      "updated_at",
      "tags",
      "assignee_id",
      "snoozed_until",
      sql<string | null>`(select login.email from login where login.id = assignee_id)`.as(
        "assignee",
      ),
      "imported_from",
      "submitted_at",
      DELIVERY_STATE.as("delivery_state"),
    ])
    .where(isAmong(db, "id", p.ids)),
);

/** A query of its own, once a page, since most pages have one form. */
const formsOf = compileOnce((db, p: Ids) =>
  db
    .selectFrom("form")
    .select(["id", "name", "uuid"])
    .select(memberIsTrue(db, "settings", ["lead_scoring", "enabled"]).as("scores_leads"))
    .where(isAmong(db, "id", p.ids))
    .where("deleted_at", "is", null),
);

const attachmentsOf = compileOnce((db, p: Ids) =>
  db
    .selectFrom("attachment")
    .selectAll()
    .where(isAmong(db, "submission_id", p.ids))
    .orderBy("submission_id")
    .orderBy("id"),
);

/** The rows of `ids`, in that order; unknown ids and submissions of deleted forms are left out. */
export async function submissionRows(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<readonly SubmissionRow[]> {
  if (ids.length === 0) return [];
  const rows = await submissionsOf(db, { ids: idsText(db, ids) });
  const byId = await withDetails(db, rows);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The parts of a row that come from other tables. */
type Details = Pick<SubmissionRow, "form_name" | "form_uuid" | "attachments" | "lead">;

/** Adds the parts from other tables to rows; by id. Rows of a deleted form are left out. */
export async function withDetails<Row extends { readonly id: number; readonly form_id: number }>(
  db: Db,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, Row & Details>> {
  const formIds = [...new Set(rows.map((row) => row.form_id))];
  const forms = await formsOf(db, { ids: idsText(db, formIds) });
  const given = idsText(db, idsOf(rows));
  const attachments = await attachmentsOf(db, { ids: given });
  const formById = new Map(forms.map((form) => [form.id, form]));
  const scores = await scoresOf(db, {
    ids: forms.some((form) => form.scores_leads === 1)
      ? rows.filter((row) => formById.get(row.form_id)?.scores_leads === 1).map((row) => row.id)
      : [],
  });
  const filesOf = Map.groupBy(attachments, (attachment) => attachment.submission_id);
  const byId = new Map<number, Row & Details>();
  for (const row of rows) {
    const form = formById.get(row.form_id);
    if (form === undefined) continue;
    // Assigned to the row itself: copying thirty members would cost as much as reading them.
    const one = Object.assign(row, {
      form_name: form.name,
      form_uuid: form.uuid,
      attachments: filesOf.get(row.id) ?? NO_FILES,
      lead: form.scores_leads === 1 ? (scores.get(row.id) ?? null) : undefined,
    });
    byId.set(row.id, one);
  }
  return byId;
}

const NO_FILES: readonly AttachmentRow[] = [];
