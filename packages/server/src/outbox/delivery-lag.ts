/** Measures how long due deliveries have been waiting, for the metrics and for a warning in the log. */
import { type Clock, plusMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { DestinationKind } from "../domain/delivery/destination.ts";
import type { HeldOrigins } from "../store/deliveries/held-origins.ts";
import type { Store } from "../store/store.ts";

const CHECK_EVERY_MS = 15_000;
const OVERDUE_MS = 60_000;

export function createDeliveryLag({
  store,
  clock,
  log,
  atLimit,
  heldOrigins,
  sendable,
}: {
  readonly store: Pick<Store, "reads">;
  readonly clock: Clock;
  readonly log: Log;
  readonly atLimit: () => readonly number[];
  readonly heldOrigins: () => HeldOrigins;
  /** Deliveries of other kinds wait for a setting or for their receiver, and are left out. */
  readonly sendable: () => readonly DestinationKind[];
}) {
  let nextCheckAt = clock.monotonic();
  let isOverdue = false;

  async function oldestDueMs(): Promise<number> {
    const dueAt = await store.reads.nextDueAt({
      exceptDestinationIds: atLimit(),
      heldOrigins: heldOrigins(),
      sendable: sendable(),
    });
    return dueAt === undefined ? 0 : Math.max(0, clock.now() - dueAt);
  }

  return {
    /**
     * How long the longest-waiting delivery has been due, in milliseconds; 0 if none is due. Destinations at
     * their concurrency limit, and those whose circuit is open, are left out: their deliveries wait for the
     * receiver.
     */
    oldestDueMs,
    /** Logs a warning when deliveries become overdue, and once when they no longer are. At most every 15 s. */
    async check() {
      const now = clock.monotonic();
      if (now < nextCheckAt) return;
      nextCheckAt = plusMs(now, CHECK_EVERY_MS);
      const waitedMs = await oldestDueMs();
      if (isOverdue === waitedMs > OVERDUE_MS) return;
      isOverdue = !isOverdue;
      if (isOverdue) {
        log.warn(
          { oldest_due_seconds: Math.round(waitedMs / 1_000) },
          "Deliveries are overdue: one has been due for more than 60 s. More deliveries are created than sent; check intray_deliveries_leased and intray_delivery_seconds under /metrics for slow receivers.",
        );
      } else {
        log.info("Deliveries are on time again.");
      }
    },
  };
}
