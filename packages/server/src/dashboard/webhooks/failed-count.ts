/** Counts the failed deliveries of a webhook that a re-fire would send again. */
import { type Clock, plusMs } from "../../platform/clock.ts";
import { FAILED_STATES, refirable } from "../../store/deliveries/failed-deliveries.ts";
import type { DashboardParts } from "../http/env.ts";

/** A request counts for this long. */
const MAX_MS = 2_500;
/** Deliveries that are read at a time. */
const WINDOW = 500;

interface FailedCount {
  readonly failed: number;
  /** Those of them whose submission an earlier delivery has delivered. */
  readonly delivered: number;
  /** Whether all were counted. */
  readonly isWhole: boolean;
}

/** @param which.since Milliseconds since the epoch: when they ended, or later. */
export async function countFailed(
  { store, clock }: { readonly store: DashboardParts["store"]; readonly clock: Clock },
  which: Readonly<Record<"account_id" | "webhook_id" | "since", number>>,
): Promise<FailedCount> {
  const { account_id, webhook_id, since: finished_since } = which;
  const filter = { account_id, destination_id: webhook_id, states: FAILED_STATES, finished_since };
  const end = plusMs(clock.monotonic(), MAX_MS);
  const until_id = await store.reads.newestDeliveryId({});
  let failed = 0;
  let delivered = 0;
  let after_id = 0;
  do {
    const page = { filter, after_id, until_id, now: clock.now(), limit: WINDOW };
    const { deliveries, next_id } = await store.reads.sendableDeliveries(page);
    const again = refirable(deliveries, { undelivered_only: false });
    failed += again.length;
    delivered += again.filter(({ group }) => group === "delivered").length;
    if (next_id === undefined) return { failed, delivered, isWhole: true };
    after_id = next_id;
  } while (clock.monotonic() < end);
  return { failed, delivered, isWhole: false };
}
