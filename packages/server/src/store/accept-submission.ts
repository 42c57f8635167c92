/** The write that everything rests on: a post, its files and its deliveries in one transaction. */
import type SQLite from "better-sqlite3";
import { sql } from "kysely";
import { AppError } from "../errors.ts";
import { prepare } from "./prepared.ts";
import { recallContent } from "./recent-content.ts";
import type { Db, Flag } from "./schema.ts";

/** A parsed and judged post; the commit gives it its id and its time. */
export interface NewSubmission {
  readonly account_id: number;
  readonly form_id: number;
  readonly email: string | null;
  /** JSON of the ordered fields. */
  readonly fields: string;
  readonly spam: Flag;
  readonly spam_reason: string | null;
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  readonly source_fragment: string | null;
  readonly source_query: string | null;
  readonly ip: string | null;
  readonly referrer: string | null;
  readonly user_agent: string | null;
  /** Hex of sixteen bytes. */
  readonly content_hash: string;
  /** The same content in this form later than now minus this is a duplicate; 0 = allowed. */
  readonly duplicate_window_ms: number;
  readonly attachments: readonly NewAttachment[];
  /** Milliseconds since the epoch, when the post was accepted. */
  readonly now: number;
}

/** A file that is on the disk already. */
export interface NewAttachment {
  readonly name: string;
  readonly form_name: string;
  readonly content_type: string;
  readonly file_size: number;
  /** Hex. */
  readonly sha256: string;
  readonly storage_key: string;
  readonly public_token: string;
}

export interface AcceptedSubmission {
  readonly id: number;
  readonly created_at: number;
  readonly spam: boolean;
  /** A delivery waits to be sent. */
  readonly hasDue: boolean;
}

type SubmissionRow = Omit<NewSubmission, "attachments" | "duplicate_window_ms" | "content_hash"> & {
  readonly content_hash: Buffer;
};
type AttachmentRow = Omit<NewAttachment, "sha256"> & {
  readonly sha256: Buffer;
  readonly account_id: number;
  readonly form_id: number;
  readonly submission_id: number;
  readonly now: number;
};
interface PlannedFor {
  readonly form_id: number;
  readonly submission_id: number;
  readonly spam: Flag;
  readonly now: number;
}

/**
 * Compiles the statements once. The returned function runs inside the writer's transaction.
 *
 * @throws AppError `not_found` when the form was deleted after the post was let in.
 */
export function prepareAcceptSubmission(
  db: Db,
  sqlite: SQLite.Database,
): (submission: NewSubmission) => AcceptedSubmission {
  const recent = recallContent(sqlite);
  const insert = prepare<SubmissionRow>(sqlite, (p) =>
    db.insertInto("submission").values({
      account_id: p.account_id,
      form_id: p.form_id,
      email: p.email,
      fields: p.fields,
      spam: p.spam,
      spam_reason: p.spam_reason,
      source_url: p.source_url,
      source_host: p.source_host,
      source_path: p.source_path,
      source_fragment: p.source_fragment,
      source_query: p.source_query,
      ip: p.ip,
      referrer: p.referrer,
      user_agent: p.user_agent,
      content_hash: p.content_hash,
      created_at: p.now,
      updated_at: p.now,
    }),
  );
  const attach = prepare<AttachmentRow>(sqlite, (p) =>
    db.insertInto("attachment").values({
      account_id: p.account_id,
      form_id: p.form_id,
      submission_id: p.submission_id,
      name: p.name,
      form_name: p.form_name,
      content_type: p.content_type,
      file_size: p.file_size,
      sha256: p.sha256,
      storage_key: p.storage_key,
      public_token: p.public_token,
      created_at: p.now,
    }),
  );
  const plan = preparePlan(db, sqlite);
  let lastCreatedAt = newestCreatedAt(sqlite);

  return (submission) => {
    // Date order is id order, even when the machine's clock steps back.
    const now = Math.max(submission.now, lastCreatedAt);
    const { form_id, account_id, attachments, duplicate_window_ms } = submission;
    const content_hash = Buffer.from(submission.content_hash, "hex");
    const isTwin =
      submission.spam === 0 &&
      duplicate_window_ms > 0 &&
      recent.isKnown(submission.content_hash, now - duplicate_window_ms);
    const spam: Flag = isTwin ? 1 : submission.spam;
    const spam_reason = isTwin ? "duplicate" : submission.spam_reason;
    const id = insertOrExplain(
      () => insert.run({ ...submission, content_hash, spam, spam_reason, now }).lastId,
    );
    for (const attachment of attachments) {
      attach.run({
        ...attachment,
        sha256: Buffer.from(attachment.sha256, "hex"),
        account_id,
        form_id,
        submission_id: id,
        now,
      });
    }
    const { changes } = plan.run({ form_id, submission_id: id, spam, now });
    lastCreatedAt = now;
    recent.remember(submission.content_hash, now);
    return { id, created_at: now, spam: spam === 1, hasDue: changes > 0 };
  };
}

/** One row for each webhook of the form: due at once, or `skipped` where the webhook is disabled. */
function preparePlan(db: Db, sqlite: SQLite.Database) {
  return prepare<PlannedFor>(sqlite, (p) =>
    db
      .insertInto("delivery")
      .columns([
        "account_id",
        "form_id",
        "submission_id",
        "webhook_id",
        "webhook_name",
        "url",
        "trigger",
        "state",
        "reason",
        "next_attempt_at",
        "finished_at",
        "created_at",
      ])
      .expression((from) =>
        from
          .selectFrom("webhook")
          .select([
            "account_id",
            "form_id",
            sql<number>`${p.submission_id}`.as("submission_id"),
            "id",
            "name",
            "url",
            sql<"intake">`'intake'`.as("trigger"),
            sql<"queued">`iif(enabled, 'queued', 'skipped')`.as("state"),
            sql<string | null>`iif(enabled, null, 'webhook_disabled')`.as("reason"),
            sql<number | null>`iif(enabled, ${p.now}, null)`.as("next_attempt_at"),
            sql<number | null>`iif(enabled, null, ${p.now})`.as("finished_at"),
            sql<number>`${p.now}`.as("created_at"),
          ])
          .where("form_id", "=", p.form_id)
          .where((wanted) =>
            wanted.or([wanted("trigger_when_spam", "=", 1), sql<boolean>`${p.spam} = 0`]),
          ),
      ),
  );
}

function insertOrExplain(insert: () => number): number {
  try {
    return insert();
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      error.code === "SQLITE_CONSTRAINT_FOREIGNKEY"
    ) {
      throw new AppError("not_found", "This form was deleted while the post was on its way.", {
        cause: error,
      });
    }
    throw error;
  }
}

function newestCreatedAt(sqlite: SQLite.Database): number {
  const row = sqlite
    .prepare<[], { created_at: number }>(
      "select created_at from submission order by id desc limit 1",
    )
    .get();
  return row?.created_at ?? 0;
}
