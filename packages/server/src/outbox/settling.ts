/** Settles outcomes in groups: those of one turn of the event loop share one write. */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Outcome } from "../store/delivery-outcomes.ts";
import type { Store } from "../store/store.ts";
import { createGrouping } from "./grouping.ts";

const MOST_TRIES = 5;
const PAUSE_MS = 1_000;

/** Resolves once the outcome is on the disk, or was given up: then its lease runs out. */
export type Settle = (outcome: Outcome) => Promise<void>;

export function createSettling({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, "write">;
  readonly clock: Clock;
  readonly log: Log;
}): Settle {
  return createGrouping(async (outcomes: readonly Outcome[]) => {
    for (let tries = 1; ; tries++) {
      try {
        await store.write("settleDeliveries", { outcomes, now: clock.now() });
        break;
      } catch (error) {
        if (outcomes.length > 1) throw error;
        const { id } = outcomes[0] ?? {};
        if (tries === MOST_TRIES) {
          log.error({ err: error, delivery: id }, "What came of a delivery could not be stored.");
          break;
        }
        log.warn({ err: error, delivery: id }, "What came of a delivery is stored once more.");
        await new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
      }
    }
    return outcomes.map(() => undefined);
  });
}
