/** Changes of deliveries that a person asks for: marking ham or spam, and re-firing. */
import { sql } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { logEntryNotFound } from "../../domain/not-found.ts";
import { type DeliveryRecord, getDeliveries } from "./delivery-log.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db, DeliveryTable } from "../engine/schema.ts";

const WITHHELD_FOR_MS = 7 * 24 * 3_600 * 1_000;
/** The reason of what {@link cancelForSpam} took back. */
export const WITHDRAWN = "marked_spam_or_trash";

/** Submissions that have just been marked. */
interface Marked {
  readonly submission_ids: readonly number[];
  readonly now: number;
}

/**
 * Queues what was withheld while submissions counted as spam: once, for webhooks that were there at
 * intake and are enabled, up to seven days later.
 */
export async function queueHam(db: Db, { submission_ids, now }: Marked): Promise<void> {
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
        .whereRef("webhook.created_at", "<=", "submission.created_at")
        .orderBy("submission.id")
        .orderBy("webhook.id"),
    )
    // One that went out at intake, or when it was marked ham before, is not withheld.
    .onConflict((conflict) => conflict.doNothing())
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, queued, now);
}

/** Queues again what {@link cancelForSpam} took back, under the same conditions. */
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

/** Cancels what was not yet tried for webhooks that take ham only. */
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

/** Cancels whatever is open for a submission that is about to be deleted, which is event enough. */
export async function cancelForSubmission(
  db: Db,
  { submission_id, now }: { readonly submission_id: number; readonly now: number },
): Promise<void> {
  await cancel(db, "submission_deleted", now).where("submission_id", "=", submission_id).execute();
}

export interface Refired {
  readonly submission_id: number;
  readonly status: "queued" | "no_webhooks" | "not_found";
  readonly deliveries: readonly DeliveryRecord[];
}

/**
 * Queues every enabled webhook of each submission again, whatever its spam strategy. An entry of the
 * same webhook that still waits is superseded.
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
): Promise<readonly Refired[]> {
  let query = db
    .selectFrom("submission")
    .select("id")
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"))
    .where("id", "in", [...submission_ids]);
  if (form_id !== undefined) query = query.where("form_id", "=", form_id);
  const found = new Set((await query.execute()).map((row) => row.id));
  const results: Refired[] = [];
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
 * Queues one entry of the log again, for its webhook alone.
 *
 * @throws AppError `not_found`; `conflict` when the webhook is disabled or deleted.
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
  let webhooks = db
    .selectFrom("webhook")
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

/** What {@link queuedFrom} selects. */
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

/** The columns above, of `webhook` joined with `submission`. */
export function queuedFrom(trigger: DeliveryTable["trigger"], now: number) {
  return [
    "webhook.account_id",
    "webhook.form_id",
    "submission.id as submission_id",
    "webhook.id as webhook_id",
    "webhook.name as webhook_name",
    "webhook.url",
    sql<string>`${sql.lit(trigger)}`.as("trigger"),
    sql<string>`'queued'`.as("state"),
    sql<number>`${sql.lit(now)}`.as("next_attempt_at"),
    sql<number>`${sql.lit(now)}`.as("created_at"),
  ] as const;
}
