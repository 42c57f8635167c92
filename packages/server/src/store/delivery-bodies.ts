/** What a claimed delivery is sent with: its webhook's settings of now, its content, its stored bytes. */
import { bytes, text, whole } from "./dialect.ts";
import { builtOnce } from "./prepared.ts";
import type { SecretBox } from "../secret-box.ts";
import type { Db, DeliveryTable } from "./schema.ts";
import { getSubmissions, type SubmissionRecord } from "./submissions.ts";
import { testBodies } from "./test-deliveries.ts";
import { findSendingWebhook, type SendingWebhook } from "./webhook-secrets.ts";

/** A claimed delivery: of a submission, or a test, whose bytes are there from the start. */
export type DeliveryContent = ClaimedDelivery &
  (
    | {
        readonly kind: "submission";
        readonly submission: SubmissionRecord;
        /** `undefined` before the first attempt. */
        readonly body: StoredBody | undefined;
      }
    | { readonly kind: "test"; readonly body: StoredBody }
  );

interface ClaimedDelivery {
  readonly id: number;
  readonly attempts_made: number;
  readonly claims: number;
  readonly trigger: DeliveryTable["trigger"];
  readonly created_at: number;
  readonly webhook_id: number;
  /** `undefined` when it was deleted meanwhile. */
  readonly webhook: SendingWebhook | undefined;
}

export interface StoredBody {
  readonly content_type: string;
  readonly body: Uint8Array;
}

/** A delivery whose submission is gone is left out. */
export async function deliveryContents(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
  box: SecretBox,
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
    ids: [...new Set(rows.flatMap((row) => row.submission_id ?? []))],
  });
  const submissionById = new Map(submissions.map((submission) => [submission.id, submission]));
  const webhooks = new Map<number, SendingWebhook | undefined>();
  for (const { account_id, webhook_id: id } of rows) {
    if (!webhooks.has(id)) webhooks.set(id, await findSendingWebhook(db, { account_id, id }, box));
  }
  const contents: DeliveryContent[] = [];
  const tests = await testBodies(db, {
    ids: rows.filter((row) => row.trigger === "test").map((row) => row.id),
  });
  for (const { account_id: _, submission_id, webhook_id, ...row } of rows) {
    const claimed = { ...row, webhook_id, webhook: webhooks.get(webhook_id) };
    const test = tests.get(row.id);
    const submission = submissionById.get(submission_id ?? 0);
    if (test !== undefined) contents.push({ ...claimed, kind: "test", body: test });
    else if (submission !== undefined) {
      const body = await findBody(db, { submission_id: submission.id, webhook_id });
      contents.push({ ...claimed, kind: "submission", submission, body });
    }
  }
  return contents;
}

export type KeptBody =
  /** These bytes were the first. */
  | { readonly kind: "stored" }
  /** Others came first, and those are sent. */
  | { readonly kind: "kept"; readonly body: StoredBody }
  /** The submission was deleted meanwhile. */
  | { readonly kind: "deleted" };

/** Keeps the first bytes that were rendered for a (submission, webhook). */
export async function storeDeliveryBody(
  db: Db,
  body: StoredBody & {
    readonly submission_id: number;
    readonly webhook_id: number;
    readonly sha256: Uint8Array;
    readonly now: number;
  },
): Promise<KeptBody> {
  const { submission_id, webhook_id } = body;
  const { numAffectedRows } = await insertBody(db, {
    ...body,
    body: Buffer.from(body.body),
    sha256: Buffer.from(body.sha256),
  });
  if ((numAffectedRows ?? 0n) > 0n) return { kind: "stored" };
  const kept = await findBody(db, { submission_id, webhook_id });
  return kept === undefined ? { kind: "deleted" } : { kind: "kept", body: kept };
}

const insertBody = builtOnce<BodyRow, unknown>((db, p) =>
  db
    .insertInto("delivery_body")
    .columns(["submission_id", "webhook_id", "content_type", "body", "sha256", "created_at"])
    .expression((from) =>
      from
        .selectFrom("submission")
        .select([
          "id",
          whole(p.webhook_id).as("webhook_id"),
          text(p.content_type).as("content_type"),
          bytes(db, p.body).as("body"),
          bytes(db, p.sha256).as("sha256"),
          whole(p.now).as("created_at"),
        ])
        .where("id", "=", p.submission_id),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

interface BodyRow {
  readonly submission_id: number;
  readonly webhook_id: number;
  readonly content_type: string;
  readonly body: Buffer;
  readonly sha256: Buffer;
  readonly now: number;
}

/**
 * The bytes that an entry of the log sends.
 *
 * @returns `undefined` when there is no such entry in scope, `null` when it has none.
 */
export async function readDeliveryBody(
  db: Db,
  {
    id,
    account_id,
    form_id,
  }: {
    readonly id: number;
    readonly account_id: number;
    /** Set for a form's key. */
    readonly form_id?: number | undefined;
  },
): Promise<StoredBody | null | undefined> {
  let entry = db
    .selectFrom("delivery")
    .select(["submission_id", "webhook_id"])
    .where("id", "=", id)
    .where("account_id", "=", account_id);
  if (form_id !== undefined) entry = entry.where("form_id", "=", form_id);
  const found = await entry.executeTakeFirst();
  if (found === undefined) return undefined;
  const { submission_id, webhook_id } = found;
  const test = (await testBodies(db, { ids: [id] })).get(id);
  if (test !== undefined) return test;
  if (submission_id === null) return null;
  return (await findBody(db, { submission_id, webhook_id })) ?? null;
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
