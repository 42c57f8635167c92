/** Takes back leases that a dead process left behind, at start and every 15 s. */
import type { Clock } from "../platform/clock.ts";
import { MAX_LOST_WORKERS, QUARANTINE_AFTER_LOST_WORKERS } from "../domain/delivery.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import { nextDelayMs } from "./backoff.ts";

export interface LeaseSweep {
  /** This process has leased nothing yet. */
  atStart(): Promise<void>;
  /** Does nothing if the last sweep was less than 15 s ago. */
  whenDue(): Promise<void>;
}

export interface LeaseSweepParts {
  readonly store: Pick<Store, "write">;
  readonly clock: Clock;
  readonly log: Log;
  /** Delays between attempts, in milliseconds; `undefined` = the built-in schedule. */
  readonly schedule: readonly number[] | undefined;
  /** Called with the number of attempts that have lost their worker. */
  readonly onLost: (attempts: number) => void;
}

const SWEEP_EVERY_MS = 15_000;
const MAX_RECOVERED_PER_WRITE = 500;

export function createLeaseSweep({
  store,
  clock,
  log,
  schedule,
  onLost,
}: LeaseSweepParts): LeaseSweep {
  const quarantine_delays_ms = quarantineDelays(schedule);
  let nextSweepAt = 0;

  async function sweep(when: { readonly is_start: boolean }): Promise<void> {
    nextSweepAt = clock.now() + SWEEP_EVERY_MS;
    for (;;) {
      const limit = MAX_RECOVERED_PER_WRITE;
      const now = clock.now();
      const write = { ...when, now, limit, quarantine_delays_ms };
      const recovered = await store.write("recoverLeases", write);
      if (recovered > 0) {
        onLost(recovered);
        log.warn({ recovered }, "Deliveries of a lost worker were queued again.");
      }
      if (recovered < limit) return;
    }
  }

  return {
    atStart: () => sweep({ is_start: true }),
    async whenDue() {
      if (clock.now() >= nextSweepAt) await sweep({ is_start: false });
    },
  };
}

/** How long a delivery waits before each of its quarantined attempts. */
function quarantineDelays(schedule: readonly number[] | undefined): readonly number[] {
  const failure = { ageMs: 0, jitter: 0.5, retryAfterMs: undefined, isPressed: false };
  return Array.from(
    { length: MAX_LOST_WORKERS - QUARANTINE_AFTER_LOST_WORKERS },
    (_, n) => nextDelayMs({ ...failure, attemptsMade: n + 1 }, schedule) ?? 0,
  );
}
