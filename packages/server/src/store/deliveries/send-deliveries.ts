/** Sends deliveries now: makes the next attempts of waiting ones due, and queues failed ones again. */
import { forChanging } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { QUEUED_COLUMNS, queuedFrom } from "./deliveries.ts";
import { type GroupCounts, sendablesOf, type Sendable } from "./sendable-deliveries.ts";

/** What the answer to a request says beside the number of deliveries. */
interface SentPage {
  readonly counts: GroupCounts;
  readonly next_cursor: string | null;
  /** When the first delivery of the batch was sent, or earlier. */
  readonly started_at: number;
}

export interface SentBatch extends SentPage {
  /** How many deliveries were made due or queued again. */
  readonly count: number;
}

interface SendDeliveriesArgs {
  readonly ids: readonly number[];
  readonly include_delivered: boolean;
  readonly page: SentPage;
  readonly now: number;
}

/**
 * Sends those of `ids` that can still be sent, in one transaction. A waiting delivery keeps its attempts and its bytes
 * and is due at `now`; a delivery that has ended is queued again as a new one. An attempt in progress goes on.
 *
 * @param include_delivered Also those whose submission the receiver has already accepted.
 * @param page Repeated in the result, so that a replayed request gets the same answer.
 */
export async function sendDeliveries(
  db: Db,
  { ids, include_delivered, page, now }: SendDeliveriesArgs,
): Promise<SentBatch> {
  // Of two requests at a time the second one waits here, and then sees what the first one has queued.
  await lockDeliveries(db, ids);
  const chosen = (await sendablesOf(db, { ids, now })).filter(
    ({ group }) => include_delivered || group !== "delivered",
  );
  const idsTo = (action: "advance" | "refire") =>
    chosen.filter((one) => one.action === action).map(({ id }) => id);
  const advanced = await advance(db, { ids: idsTo("advance"), now });
  const queued = await queueAgain(db, { ids: idsTo("refire"), now });
  return { ...page, count: advanced + queued.length };
}

/** Locks these deliveries until the transaction ends, and waits for others that have them. */
async function lockDeliveries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = db
    .selectFrom("delivery")
    .select("id")
    .where("id", "in", [...ids])
    .orderBy("id");
  await forChanging(db, rows).execute();
}

/** Makes queued deliveries due. Returns how many were queued for later. */
async function advance(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set({ next_attempt_at: now })
    .where("id", "in", [...ids])
    .where("state", "=", "queued")
    .where("next_attempt_at", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Queues a new delivery for each of these that have ended. Returns the ids of the new ones. */
async function queueAgain(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const queued = await db
    .insertInto("delivery")
    .columns([...QUEUED_COLUMNS])
    .expression((from) =>
      from
        .selectFrom("delivery as ended")
        .innerJoin("webhook", "webhook.id", "ended.webhook_id")
        .innerJoin("submission", "submission.id", "ended.submission_id")
        .select(queuedFrom("refire_bulk", now))
        .where("ended.id", "in", [...ids])
        .orderBy("ended.id"),
    )
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, queued, now);
  return queued.map((row) => row.id);
}

/** States of deliveries that ended without success. */
export const FAILED_STATES = ["exhausted", "blocked", "canceled", "skipped"] as const;

/** Those that can be queued again; with `undelivered_only` without those whose submission was delivered before. */
export const refirable = (
  deliveries: readonly Sendable[],
  { undelivered_only }: { readonly undelivered_only: boolean },
): readonly Sendable[] =>
  deliveries.filter(
    ({ action, group }) => action === "refire" && !(undelivered_only && group === "delivered"),
  );

interface RefireFailedArgs {
  readonly ids: readonly number[];
  readonly undelivered_only?: boolean | undefined;
  readonly now: number;
}

/**
 * Queues those of `ids` again that have ended, whose webhook is enabled, and whose submission has no later delivery to
 * it, sent or queued. Deliveries that were canceled because a user marked the submission spam or moved it to the trash
 * are left out.
 *
 * @param undelivered_only Leaves out those whose submission an earlier delivery to the webhook has delivered.
 * @returns The ids of the new deliveries.
 */
export async function refireFailed(
  db: Db,
  { ids, undelivered_only = false, now }: RefireFailedArgs,
): Promise<readonly number[]> {
  await lockDeliveries(db, ids);
  const ended = refirable(await sendablesOf(db, { ids, now }), { undelivered_only });
  return queueAgain(db, { ids: ended.map(({ id }) => id), now });
}

/** The total over all slices of {@link refireFailed}. */
export interface RefireSummary {
  readonly queued: number;
  /** Ids of the first new deliveries, which the response shows. */
  readonly shown: readonly number[];
}

/** Returns its argument: as a write with an idempotency key, its result is stored and repeated. */
export const recordRefire = async (_: Db, refired: RefireSummary): Promise<RefireSummary> =>
  refired;
