/** What a claimed delivery is sent with: its webhook's settings of now, its content, its stored bytes. */
import { bytes, text, whole } from "./dialect.ts";
import type { Db, DeliveryTable } from "./schema.ts";
import { getSubmissions, type SubmissionRecord } from "./submissions.ts";
import { findWebhook, type WebhookRecord } from "./webhooks.ts";

export interface DeliveryContent {
  readonly id: number;
  readonly attempts_made: number;
  readonly claims: number;
  readonly trigger: DeliveryTable["trigger"];
  readonly created_at: number;
  readonly webhook_id: number;
  /** `undefined` when it was deleted meanwhile. */
  readonly webhook: WebhookRecord | undefined;
  readonly submission: SubmissionRecord;
  /** `undefined` before the first attempt. */
  readonly body: StoredBody | undefined;
}

export interface StoredBody {
  readonly content_type: string;
  readonly body: Uint8Array;
}

/** A delivery whose submission is gone is left out. */
export async function deliveryContents(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<readonly DeliveryContent[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("delivery")
    .select([
      "id",
      "account_id",
      "submission_id",
      "webhook_id",
      "attempts_made",
      "claims",
      "trigger",
      "created_at",
    ])
    .where("id", "in", [...ids])
    .execute();
  const submissions = await getSubmissions(db, {
    ids: [...new Set(rows.map((row) => row.submission_id))],
  });
  const submissionById = new Map(submissions.map((submission) => [submission.id, submission]));
  const contents: DeliveryContent[] = [];
  for (const { account_id, submission_id, webhook_id, ...row } of rows) {
    const submission = submissionById.get(submission_id);
    if (submission === undefined) continue;
    const webhook = await findWebhook(db, { account_id, id: webhook_id });
    const body = await findBody(db, { submission_id, webhook_id });
    contents.push({ ...row, webhook_id, webhook, submission, body });
  }
  return contents;
}

/**
 * Keeps the first bytes that were rendered for a (submission, webhook), and answers with those;
 * `undefined` when the submission was deleted meanwhile.
 */
export async function storeDeliveryBody(
  db: Db,
  body: StoredBody & {
    readonly submission_id: number;
    readonly webhook_id: number;
    readonly sha256: Uint8Array;
    readonly now: number;
  },
): Promise<StoredBody | undefined> {
  const { submission_id, webhook_id } = body;
  await db
    .insertInto("delivery_body")
    .columns(["submission_id", "webhook_id", "content_type", "body", "sha256", "created_at"])
    .expression((from) =>
      from
        .selectFrom("submission")
        .select([
          "id",
          whole(webhook_id).as("webhook_id"),
          text(body.content_type).as("content_type"),
          bytes(db, body.body).as("body"),
          bytes(db, body.sha256).as("sha256"),
          whole(body.now).as("created_at"),
        ])
        .where("id", "=", submission_id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findBody(db, { submission_id, webhook_id });
}

async function findBody(
  db: Db,
  { submission_id, webhook_id }: { readonly submission_id: number; readonly webhook_id: number },
): Promise<StoredBody | undefined> {
  return db
    .selectFrom("delivery_body")
    .select(["content_type", "body"])
    .where("submission_id", "=", submission_id)
    .where("webhook_id", "=", webhook_id)
    .executeTakeFirst();
}
