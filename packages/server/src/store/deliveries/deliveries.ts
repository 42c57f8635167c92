/** Changes of deliveries that a user causes: marking a submission ham or spam, and re-firing. */
import { sql, type SqlBool } from "kysely";
import type { DestinationKind } from "../../domain/destination.ts";
import { AppError } from "../../domain/errors.ts";
import { logEntryNotFound } from "../../domain/not-found.ts";
import { type DeliveryRecord, getDeliveries } from "./delivery-log.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { DeliveryTable } from "../engine/delivery-tables.ts";
import type { Db } from "../engine/schema.ts";
import { isAddressOf } from "../destinations/kinds-in-sql.ts";
import { hasAddress, plannedAddress, takesSubmissions } from "../destinations/planned-in-sql.ts";
import { formWebhooks } from "../webhooks/webhook-rows.ts";

/** Marking ham queues or restores deliveries only for this long after the submission or delivery was created. */
const WITHHELD_FOR_MS = 7 * 24 * 3_600 * 1_000;
/** `reason` of deliveries that {@link cancelForSpam} canceled. */
export const WITHDRAWN = "marked_spam_or_trash";

/** Submissions that have just been marked. */
interface Marked {
  readonly submission_ids: readonly number[];
  readonly now: number;
}

/**
 * Queues the deliveries that were withheld because the submission was spam: once, for enabled
 * destinations that existed at intake, up to seven days later.
 */
export async function queueHam(
  db: Db,
  { submission_ids, now }: Marked,
  sendable: readonly DestinationKind[],
): Promise<void> {
  if (submission_ids.length === 0) return;
  const queued = await db
    .insertInto("delivery")
    .columns([...QUEUED_COLUMNS])
    .expression((from) =>
      from
        .selectFrom("webhook")
        .innerJoin("submission", "submission.form_id", "webhook.form_id")
        .select(queuedFrom("ham", now))
        .where("submission.id", "in", [...submission_ids])
        .where("submission.created_at", ">", now - WITHHELD_FOR_MS)
        .where("webhook.enabled", "=", 1)
        .where(sql.raw<SqlBool>(takesSubmissions(sendable)))
        .where(sql.raw<SqlBool>(hasAddress("submission.email")))
        .whereRef("webhook.created_at", "<=", "submission.created_at")
        .orderBy("submission.id")
        .orderBy("webhook.id"),
    )
    // A conflict: it was queued at intake, or when the submission was marked ham before.
    .onConflict((conflict) => conflict.doNothing())
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, queued, now);
}

/** Queues the deliveries that {@link cancelForSpam} canceled again, if their destinations are enabled. */
export async function restoreCanceled(db: Db, { submission_ids, now }: Marked): Promise<void> {
  if (submission_ids.length === 0) return;
  const restored = await db
    .updateTable("delivery")
    .set({
      state: "queued",
      reason: null,
      next_attempt_at: now,
      finished_at: null,
      pruned_at: null,
    })
    .where("submission_id", "in", [...submission_ids])
    .where("state", "=", "canceled")
    .where("reason", "=", WITHDRAWN)
    .where("created_at", ">", now - WITHHELD_FOR_MS)
    .where("webhook_id", "in", (enabled) =>
      enabled.selectFrom("webhook").select("id").where("enabled", "=", 1),
    )
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, restored, now);
}

/** Cancels deliveries without an attempt, for destinations that are not triggered by spam. */
export async function cancelForSpam(db: Db, { submission_ids, now }: Marked): Promise<void> {
  if (submission_ids.length === 0) return;
  const canceled = await cancel(db, WITHDRAWN, now)
    .where("submission_id", "in", [...submission_ids])
    .where("attempts_made", "=", 0)
    .where("trigger", "in", ["intake", "ham"])
    .where("webhook_id", "in", (hams) =>
      hams.selectFrom("webhook").select("id").where("trigger_when_spam", "=", 0),
    )
    .execute();
  await recordDeliveryEvents(db, canceled, now);
}

/** Cancels the queued deliveries of a submission that is about to be deleted. Its deletion is the only event. */
export async function cancelForSubmission(
  db: Db,
  { submission_id, now }: { readonly submission_id: number; readonly now: number },
): Promise<void> {
  await cancel(db, "submission_deleted", now).where("submission_id", "=", submission_id).execute();
}

export interface RefiredSubmission {
  readonly submission_id: number;
  readonly status: "queued" | "no_webhooks" | "not_found";
  readonly deliveries: readonly DeliveryRecord[];
}

/**
 * Queues a delivery to every enabled webhook of each submission, spam included. A delivery to the same
 * webhook that is still queued is canceled as superseded.
 */
export async function refireSubmissions(
  db: Db,
  {
    account_id,
    form_id,
    submission_ids,
    trigger,
    now,
  }: {
    readonly account_id: number;
    readonly form_id?: number | undefined;
    readonly submission_ids: readonly number[];
    readonly trigger: "refire" | "refire_bulk";
    readonly now: number;
  },
): Promise<readonly RefiredSubmission[]> {
  let query = db
    .selectFrom("submission")
    .select("id")
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"))
    .where("id", "in", [...submission_ids]);
  if (form_id !== undefined) query = query.where("form_id", "=", form_id);
  const found = new Set((await query.execute()).map((row) => row.id));
  const results: RefiredSubmission[] = [];
  for (const submission_id of submission_ids) {
    const deliveries = found.has(submission_id)
      ? await refireOne(db, { submission_id, webhook_id: undefined, trigger, now })
      : [];
    const status = !found.has(submission_id)
      ? "not_found"
      : deliveries.length === 0
        ? "no_webhooks"
        : "queued";
    results.push({ submission_id, status, deliveries });
  }
  return results;
}

/**
 * Queues one entry of the delivery log again, for the same webhook.
 *
 * @throws AppError `not_found`; `conflict` if it was a test, or the webhook is disabled or deleted.
 */
export async function refireDelivery(
  db: Db,
  {
    id,
    account_id,
    form_id,
    now,
  }: {
    readonly id: number;
    readonly account_id: number;
    readonly form_id?: number | undefined;
    readonly now: number;
  },
): Promise<DeliveryRecord> {
  let query = db
    .selectFrom("delivery")
    .select(["submission_id", "webhook_id", "webhook_name", "trigger"])
    .where(isAddressOf("webhook", "url"))
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"));
  if (form_id !== undefined) query = query.where("form_id", "=", form_id);
  const entry = await query.executeTakeFirst();
  if (entry === undefined) throw logEntryNotFound(id);
  const { submission_id, webhook_id } = entry;
  if (submission_id === null || entry.trigger === "test") {
    throw new AppError(
      "conflict",
      `The log entry ${id} was a test. Send another with POST /form_webhooks/${webhook_id}/test.`,
    );
  }
  const [queued] = await refireOne(db, {
    submission_id,
    webhook_id,
    trigger: "refire_log",
    now,
  });
  if (queued === undefined) {
    throw new AppError(
      "conflict",
      `The webhook "${entry.webhook_name}" is disabled or deleted. Enable it, then re-fire.`,
    );
  }
  return queued;
}

async function refireOne(
  db: Db,
  {
    submission_id,
    webhook_id,
    trigger,
    now,
  }: {
    readonly submission_id: number;
    readonly webhook_id: number | undefined;
    readonly trigger: DeliveryTable["trigger"];
    readonly now: number;
  },
): Promise<readonly DeliveryRecord[]> {
  let webhooks = formWebhooks(db)
    .innerJoin("submission", "submission.form_id", "webhook.form_id")
    .where("submission.id", "=", submission_id)
    .where("webhook.enabled", "=", 1);
  if (webhook_id !== undefined) webhooks = webhooks.where("webhook.id", "=", webhook_id);
  const enabled = (await webhooks.select("webhook.id").execute()).map((row) => row.id);
  if (enabled.length === 0) return [];
  const superseded = await cancel(db, "superseded", now)
    .where("submission_id", "=", submission_id)
    .where("webhook_id", "in", enabled)
    .where("trigger", "<>", "test")
    .execute();
  const inserted = await db
    .insertInto("delivery")
    .columns([...QUEUED_COLUMNS])
    .expression(webhooks.select(queuedFrom(trigger, now)).orderBy("webhook.id"))
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, [...superseded, ...inserted], now);
  return getDeliveries(db, { ids: inserted.map((row) => row.id) });
}

function cancel(db: Db, reason: string, now: number) {
  return db
    .updateTable("delivery")
    .set({ state: "canceled", reason, next_attempt_at: null, finished_at: now })
    .where("state", "=", "queued")
    .returning(DELIVERY_EVENT_COLUMNS);
}

/** The columns that {@link queuedFrom} selects. */
export const QUEUED_COLUMNS = [
  "account_id",
  "form_id",
  "submission_id",
  "webhook_id",
  "webhook_name",
  "url",
  "trigger",
  "state",
  "next_attempt_at",
  "created_at",
] as const;

/** {@link QUEUED_COLUMNS}, selected from `webhook` joined with `submission`. */
export function queuedFrom(trigger: DeliveryTable["trigger"], now: number) {
  return [
    "webhook.account_id",
    "webhook.form_id",
    "submission.id as submission_id",
    "webhook.id as webhook_id",
    "webhook.name as webhook_name",
    sql.raw<string>(plannedAddress("submission.email")).as("url"),
    sql<string>`${sql.lit(trigger)}`.as("trigger"),
    sql<string>`'queued'`.as("state"),
    sql<number>`${sql.lit(now)}`.as("next_attempt_at"),
    sql<number>`${sql.lit(now)}`.as("created_at"),
  ] as const;
}
