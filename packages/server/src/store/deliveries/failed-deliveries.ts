/** Queues failed deliveries of a webhook again, slice by slice. */
import type { Db } from "../engine/schema.ts";
import { lockDeliveries, queueAgain } from "./send-deliveries.ts";
import { sendablesOf } from "./sendable-deliveries.ts";

/** States of deliveries that ended without success. */
export const FAILED_STATES = ["exhausted", "blocked", "canceled", "skipped"] as const;

/**
 * Queues those of `ids` again that have ended, whose webhook is enabled, and whose submission has no later delivery to
 * it, sent or queued. Deliveries that were canceled because a user marked the submission spam or moved it to the trash
 * are left out.
 *
 * @returns The ids of the new deliveries.
 */
export async function refireFailed(
  db: Db,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<readonly number[]> {
  await lockDeliveries(db, ids);
  const ended = (await sendablesOf(db, { ids, now })).filter(({ action }) => action === "refire");
  return queueAgain(db, { ids: ended.map(({ id }) => id), now });
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
