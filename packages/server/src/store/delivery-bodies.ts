/** What a claimed delivery is sent with: its webhook's settings of now, its content, its stored bytes. */
import { sql } from "kysely";
import { bytes, text, whole } from "./dialect.ts";
import type { SecretBox } from "../secret-box.ts";
import { ofLiveForm } from "./live-forms.ts";
import type { Db, DeliveryTable } from "./schema.ts";
import { getSubmissions, type SubmissionRecord } from "./submissions.ts";
import { testBodies } from "./test-deliveries.ts";
import { findSendingWebhooks, type SendingWebhook } from "./webhook-secrets.ts";

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
  const webhooks = await findSendingWebhooks(
    db,
    { ids: [...new Set(rows.map((row) => row.webhook_id))] },
    box,
  );
  const tests = await testBodies(db, {
    ids: rows.filter((row) => row.trigger === "test").map((row) => row.id),
  });
  const bodies = await bodiesOf(db, ids);
  return rows.flatMap(({ submission_id, ...row }): DeliveryContent[] => {
    const claimed = { ...row, webhook: webhooks.get(row.webhook_id) };
    const test = tests.get(row.id);
    if (test !== undefined) return [{ ...claimed, kind: "test", body: test }];
    const submission = submissionById.get(submission_id ?? 0);
    if (submission === undefined) return [];
    return [{ ...claimed, kind: "submission", submission, body: bodies.get(row.id) }];
  });
}

/** By delivery; one that was never rendered is left out. */
async function bodiesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, StoredBody>> {
  const rows = await db
    .selectFrom("delivery")
    .innerJoin("delivery_body as stored", (join) =>
      join
        .onRef("stored.submission_id", "=", "delivery.submission_id")
        .onRef("stored.webhook_id", "=", "delivery.webhook_id"),
    )
    .select(["delivery.id", "stored.content_type", "stored.body"])
    .where("delivery.id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, ...body }) => [id, body]));
}

export type KeptBody =
  /** These bytes were the first. */
  | { readonly kind: "stored" }
  /** Others came first, and those are sent. */
  | { readonly kind: "kept"; readonly body: StoredBody }
  /** The submission was deleted meanwhile. */
  | { readonly kind: "deleted" };

/** What was rendered for a (submission, webhook). */
export type NewBody = StoredBody & {
  readonly submission_id: number;
  readonly webhook_id: number;
  readonly sha256: Uint8Array;
};

/** Keeps the first bytes that were rendered for each (submission, webhook); answers in the order of `bodies`. */
export async function storeDeliveryBodies(
  db: Db,
  { bodies, now }: { readonly bodies: readonly NewBody[]; readonly now: number },
): Promise<readonly KeptBody[]> {
  if (bodies.length === 0) return [];
  const rows = bodies.map(
    ({ submission_id, webhook_id, content_type, body, sha256 }) =>
      sql`(${whole(submission_id)}, ${whole(webhook_id)}, ${text(content_type)},
        ${bytes(db, Buffer.from(body))}, ${bytes(db, Buffer.from(sha256))}, ${whole(now)})`,
  );
  // Both databases call the columns of plain values so.
  const stored = await sql<Pick<NewBody, "submission_id" | "webhook_id">>`
    insert into delivery_body
      (submission_id, webhook_id, content_type, body, sha256, created_at)
    select * from (values ${sql.join(rows)}) as given
    where exists (select 1 from submission where id = given.column1)
    on conflict do nothing
    returning submission_id, webhook_id`.execute(db);
  const isNew = new Set(stored.rows.map(pairOf));
  const answers: KeptBody[] = [];
  for (const one of bodies) {
    const kept = isNew.has(pairOf(one)) ? undefined : await findBody(db, one);
    if (isNew.has(pairOf(one))) answers.push({ kind: "stored" });
    else answers.push(kept === undefined ? { kind: "deleted" } : { kind: "kept", body: kept });
  }
  return answers;
}

const pairOf = ({ submission_id, webhook_id }: Pick<NewBody, "submission_id" | "webhook_id">) =>
  `${submission_id} ${webhook_id}`;

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
    .select(["submission_id", "webhook_id", "pruned_at"])
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"));
  if (form_id !== undefined) entry = entry.where("form_id", "=", form_id);
  const found = await entry.executeTakeFirst();
  if (found === undefined) return undefined;
  const { submission_id, webhook_id, pruned_at } = found;
  // What a later entry has sent since is not what this one did.
  if (pruned_at !== null) return null;
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
