/** Sends deliveries again: all of a submission's webhooks, or one entry of the log. */
import { hasOwnBody } from "../../domain/delivery/delivery.ts";
import {
  declarationOf,
  DESTINATION_KINDS,
  type DestinationKind,
  isMadeByUsers,
  kindOfAddress,
} from "../../domain/delivery/destination.ts";
import { AppError } from "../../domain/errors.ts";
import { logEntryNotFound } from "../../domain/not-found.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { AccountScope } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { forChanging } from "../engine/dialect.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { ofForms, ofLiveForm } from "../forms/live-forms.ts";
import { formWebhooks } from "../webhooks/webhook-rows.ts";
import { cancelQueued, QUEUED_COLUMNS, queuedFrom } from "./deliveries.ts";
import { type DeliveryRecord, getDeliveries } from "./delivery-log.ts";
import { logEntry, type LogEntryScope } from "./matching-deliveries.ts";

export interface RefiredSubmission {
  readonly submission_id: number;
  readonly status: "queued" | "no_webhooks" | "not_found";
  readonly deliveries: readonly DeliveryRecord[];
}

interface RefireOptions {
  readonly trigger: Schema["delivery"]["trigger"];
  /** Leaves out webhooks that have accepted the submission. */
  readonly undelivered_only?: boolean;
  /** Default: every enabled webhook of the form. */
  readonly webhook_ids?: readonly number[] | undefined;
  readonly now: number;
}

interface RefireSubmissionsArgs extends RefireOptions, AccountScope {
  readonly submission_ids: readonly number[];
  readonly trigger: "refire" | "refire_bulk";
}

/**
 * Queues a delivery to every enabled webhook of each submission, spam included. A delivery to the same
 * webhook that is still queued is canceled as superseded.
 */
export async function refireSubmissions(
  db: Db,
  { account_id, form_id, project_id, member_id, submission_ids, ...options }: RefireSubmissionsArgs,
): Promise<readonly RefiredSubmission[]> {
  const query = db
    .selectFrom("submission")
    .select("id")
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"))
    .where(ofForms("form_id", { form_id, project_id, member_id }))
    .where("id", "in", [...submission_ids]);
  // Locked before their deliveries, as by marks: the triggers of `delivery` change them.
  const locked = await forChanging(db, query.orderBy("id")).execute();
  const found = new Set(locked.map((row) => row.id));
  const results: RefiredSubmission[] = [];
  for (const submission_id of submission_ids) {
    const deliveries = found.has(submission_id)
      ? await refireOne(db, { submission_id, webhook_id: undefined, ...options })
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
 * Queues one entry of the delivery log again, for the same destination.
 *
 * @param kind Entries of other kinds are not found.
 * @throws AppError `not_found`; `conflict` if it has its own body, such as a test, if it is an automatic answer that
 *   is not sent yet, if the destination is disabled or deleted, or if this server cannot send to it.
 */
export async function refireDelivery(
  db: Db,
  { now, ...scope }: LogEntryScope & { readonly now: number },
  _box?: SecretBox,
  sendable: readonly DestinationKind[] = DESTINATION_KINDS,
): Promise<DeliveryRecord> {
  const { id } = scope;
  const entry = await logEntry(db, scope)
    .select(["submission_id", "webhook_id", "webhook_name", "url", "trigger", "state"])
    .select((row) =>
      row
        .selectFrom("webhook")
        .select("purpose")
        .whereRef("webhook.id", "=", "delivery.webhook_id")
        .as("purpose"),
    )
    .executeTakeFirst();
  if (entry === undefined) throw logEntryNotFound(id);
  const { submission_id, webhook_id } = entry;
  const ofKind = kindOfAddress(entry.url);
  if (submission_id === null || hasOwnBody(entry.trigger)) {
    throw new AppError(
      "conflict",
      entry.trigger === "test"
        ? `The log entry ${id} was a test. Send another with POST /form_webhooks/${webhook_id}/test.`
        : entry.trigger === "reply"
          ? `The log entry ${id} is a reply. Write another one on the page of its submission.`
          : `The log entry ${id} is about no single submission, so it cannot be sent again.`,
    );
  }
  if (!sendable.includes(ofKind)) throw new AppError("conflict", declarationOf(ofKind).notSetUp);
  // Of two answers only one may be sent, so the second one must not take the place of the first.
  if (entry.purpose === "reply" && (entry.state === "queued" || entry.state === "delivering")) {
    throw new AppError("conflict", `The automatic answer ${id} is being sent. Wait for its end.`);
  }
  const [queued] = await refireOne(db, { submission_id, webhook_id, trigger: "refire_log", now });
  if (queued === undefined) {
    throw new AppError(
      "conflict",
      isMadeByUsers(ofKind)
        ? `The webhook "${entry.webhook_name}" is disabled or deleted. Enable it, then re-fire.`
        : `The recipient "${entry.webhook_name}" gets no e-mail: the address is not confirmed, unsubscribed, suppressed or was removed.`,
    );
  }
  return queued;
}

interface RefireOneArgs extends RefireOptions {
  readonly submission_id: number;
  readonly webhook_id: number | undefined;
}

async function refireOne(
  db: Db,
  { submission_id, webhook_id, trigger, undelivered_only = false, webhook_ids, now }: RefireOneArgs,
): Promise<readonly DeliveryRecord[]> {
  const destinations = webhook_id === undefined ? formWebhooks(db) : db.selectFrom("webhook");
  let webhooks = destinations
    .innerJoin("submission", "submission.form_id", "webhook.form_id")
    .where("submission.id", "=", submission_id)
    .where("webhook.enabled", "=", 1);
  if (webhook_id !== undefined) webhooks = webhooks.where("webhook.id", "=", webhook_id);
  if (webhook_ids !== undefined) webhooks = webhooks.where("webhook.id", "in", [...webhook_ids]);
  if (undelivered_only) {
    webhooks = webhooks.where("webhook.id", "not in", (sent) =>
      sent
        .selectFrom("delivery")
        .select("delivery.webhook_id")
        .where("delivery.submission_id", "=", submission_id)
        .where("delivery.state", "=", "succeeded")
        .where("delivery.trigger", "<>", "test"),
    );
  }
  const enabled = (await webhooks.select("webhook.id").execute()).map((row) => row.id);
  if (enabled.length === 0) return [];
  const superseded = await cancelQueued(db, "superseded", now)
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
