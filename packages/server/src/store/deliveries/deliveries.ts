/** Changes of deliveries that marks of submissions cause, and what all changes that queue or cancel share. */
import { sql, type SqlBool } from "kysely";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { isPostgres } from "../engine/dialect.ts";
import { hasAddress, isRoutedPast, plannedAddress } from "../destinations/kinds-in-sql.ts";

/** Marking ham queues or restores deliveries only for this long after the submission or delivery was created. */
const WITHHELD_FOR_MS = 7 * 24 * 3_600 * 1_000;
/** `reason` of deliveries that {@link cancelForSpam} canceled. */
export const WITHDRAWN = "marked_spam_or_trash";

/** Submissions that have just been marked. */
type Marked = { readonly submission_ids: readonly number[]; readonly now: number };

/**
 * Queues the deliveries that were withheld because the submission was spam: once, for enabled
 * destinations that existed at intake, up to seven days later.
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
        .where("webhook.takes_submissions", "=", 1)
        .where(sql.raw<SqlBool>(hasAddress("submission.email")))
        .where(sql.raw<SqlBool>(`not ${isRoutedPast("submission.decisions", isPostgres(db))}`))
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
  const canceled = await cancelQueued(db, WITHDRAWN, now)
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
  await cancelQueued(db, "submission_deleted", now)
    .where("submission_id", "=", submission_id)
    .execute();
}

export const cancelQueued = (db: Db, reason: string, now: number) =>
  db
    .updateTable("delivery")
    .set({ state: "canceled", reason, next_attempt_at: null, finished_at: now })
    .where("state", "=", "queued")
    .returning(DELIVERY_EVENT_COLUMNS);

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
export const queuedFrom = (trigger: Schema["delivery"]["trigger"], now: number) =>
  [
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
