/** Failed deliveries of a webhook: listed on the reader and queued again on the writer, slice by slice. */
import { sql } from "kysely";
import { QUEUED_COLUMNS, queuedFrom, WITHDRAWN } from "./deliveries.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import type { Db } from "../engine/schema.ts";
import { IS_FORM_WEBHOOK } from "../destinations/kinds-in-sql.ts";

const FAILED = ["exhausted", "blocked", "canceled", "skipped"] as const;

/**
 * Ids of a webhook's deliveries that failed at `since` or later, oldest first. Deliveries that were
 * canceled because a user marked the submission as spam or moved it to the trash are left out.
 */
export async function listFailed(
  db: Db,
  request: {
    readonly account_id: number;
    readonly webhook_id: number;
    readonly since: number;
    readonly after_id: number;
    readonly limit: number;
  },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("delivery")
    .select("id")
    .where("account_id", "=", request.account_id)
    .where("webhook_id", "=", request.webhook_id)
    .where("id", ">", request.after_id)
    .where("trigger", "<>", "test")
    .where("state", "in", FAILED)
    .where("finished_at", ">=", request.since)
    .where((row) => row.or([row("reason", "is", null), row("reason", "<>", WITHDRAWN)]))
    .orderBy("id")
    .limit(request.limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Queues those of `ids` again whose webhook is enabled and whose submission has no later delivery to it,
 * sent or queued.
 *
 * @returns The ids of the new deliveries.
 */
export async function refireFailed(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const queued = await db
    .insertInto("delivery")
    .columns([...QUEUED_COLUMNS])
    .expression((from) =>
      from
        .selectFrom("delivery as failed")
        .innerJoin("webhook", "webhook.id", "failed.webhook_id")
        .innerJoin("submission", "submission.id", "failed.submission_id")
        .select(queuedFrom("refire_bulk", now))
        .where("failed.id", "in", [...ids])
        .where("failed.state", "in", FAILED)
        .where("webhook.enabled", "=", 1)
        .where(IS_FORM_WEBHOOK)
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom("delivery as later")
                .select(sql.lit(1).as("one"))
                .whereRef("later.submission_id", "=", "failed.submission_id")
                // The plus keeps SQLite off the webhook's index, where it would read the rest of the log for each row.
                .where(sql<number>`+later.webhook_id`, "=", is.ref("failed.webhook_id"))
                .whereRef("later.id", ">", "failed.id")
                .where("later.trigger", "<>", "test"),
            ),
          ),
        )
        .orderBy("failed.id"),
    )
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, queued, now);
  return queued.map((row) => row.id);
}

/** The total over all slices of {@link refireFailed}. */
export interface RefireSummary {
  readonly queued: number;
  /** Ids of the first new deliveries, which the response shows. */
  readonly shown: readonly number[];
}

/** Returns its argument: as a write with an idempotency key, its result is stored and repeated. */
export async function recordRefire(_: Db, refired: RefireSummary): Promise<RefireSummary> {
  return refired;
}
