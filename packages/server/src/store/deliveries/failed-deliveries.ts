/** Queues failed deliveries of a webhook again, slice by slice. */
import type { Db } from "../engine/schema.ts";
import { lockDeliveries, queueAgain } from "./send-deliveries.ts";
import { type Sendable, sendablesOf } from "./sendable-deliveries.ts";

/** States of deliveries that ended without success. */
export const FAILED_STATES = ["exhausted", "blocked", "canceled", "skipped"] as const;

/** Those that can be queued again; with `undelivered_only` without those whose submission was delivered before. */
export function refirable(
  deliveries: readonly Sendable[],
  { undelivered_only }: { readonly undelivered_only: boolean },
): readonly Sendable[] {
  return deliveries.filter(
    ({ action, group }) => action === "refire" && !(undelivered_only && group === "delivered"),
  );
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
  {
    ids,
    undelivered_only = false,
    now,
  }: {
    readonly ids: readonly number[];
    readonly undelivered_only?: boolean | undefined;
    readonly now: number;
  },
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
export async function recordRefire(_: Db, refired: RefireSummary): Promise<RefireSummary> {
  return refired;
}
