/** Whether deliveries wait longer than they should: for the metrics, and as a warning in the log. */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

export interface DeliveryLag {
  /**
   * How long the delivery that waits longest has been due, in milliseconds; 0 when none is. Webhooks
   * at their cap are left out: it is their receivers that are waited for.
   */
  oldestDueMs(): Promise<number>;
  /** Warns when a delivery is late and says when none is any more, once each. Looks now and then. */
  check(): Promise<void>;
}

const CHECK_EVERY_MS = 15_000;
const LATE_MS = 60_000;

export function createDeliveryLag({
  store,
  clock,
  log,
  atCap,
}: {
  readonly store: Pick<Store, "read">;
  readonly clock: Clock;
  readonly log: Log;
  /** The webhooks that may begin no more attempts. */
  readonly atCap: () => readonly number[];
}): DeliveryLag {
  let nextCheckAt = 0;
  let isLate = false;

  async function oldestDueMs(): Promise<number> {
    const dueAt = await store.read("nextDueAt", { but_of: atCap() });
    return dueAt === undefined ? 0 : Math.max(0, clock.now() - dueAt);
  }

  return {
    oldestDueMs,
    async check() {
      const now = clock.now();
      if (now < nextCheckAt) return;
      nextCheckAt = now + CHECK_EVERY_MS;
      const waitedMs = await oldestDueMs();
      if (isLate === waitedMs > LATE_MS) return;
      isLate = !isLate;
      if (isLate) {
        log.warn(
          { oldest_due_seconds: Math.round(waitedMs / 1_000) },
          "Deliveries are late: one has been due for more than 60 s. More come than go out; look at intray_deliveries_leased and intray_delivery_seconds under /metrics for receivers that are slow.",
        );
      } else {
        log.info("Deliveries are in time again.");
      }
    },
  };
}
