/** Takes back leases that a dead process left behind, at start and every 15 s. */
import { type Clock, measureSteps, plusMs } from "../platform/clock.ts";
import { MAX_LOST_WORKERS, QUARANTINE_AFTER_LOST_WORKERS } from "../domain/delivery/delivery.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import { nextDelayMs } from "./backoff.ts";

export interface LeaseSweepParts {
  readonly store: Pick<Store, "writes" | "deadOwners">;
  readonly clock: Clock;
  readonly log: Log;
  /** Delays between attempts, in milliseconds; `undefined` = the built-in schedule. */
  readonly schedule: readonly number[] | undefined;
  readonly leaseMs: number;
  readonly onLost: (attempts: number) => void;
}

const SWEEP_EVERY_MS = 15_000;
/** While a process may be dead. */
const SUSPECT_EVERY_MS = 2_000;
const MAX_RECOVERED_PER_WRITE = 500;
/** Smaller steps are covered by the margin of leases. */
const MIN_STEP_MS = 5_000;
/** How long other processes on PostgreSQL may grant leases by the old time after its clock was set. */
const PEERS_NOTICE_WITHIN_MS = 60_000;

export function createLeaseSweep({
  store,
  clock,
  log,
  schedule,
  leaseMs,
  onLost,
}: LeaseSweepParts) {
  const quarantineDelaysMs = quarantineDelays(schedule);
  const stepMs = measureSteps(clock);
  let nextSweepAt = clock.monotonic();
  let expiryHoldsFrom = clock.monotonic();

  async function sweep(when: { readonly isStart: boolean }): Promise<void> {
    const { dead, isSuspecting } = await store.deadOwners();
    const everyMs = isSuspecting ? SUSPECT_EVERY_MS : SWEEP_EVERY_MS;
    nextSweepAt = plusMs(clock.monotonic(), everyMs);
    for (;;) {
      const limit = MAX_RECOVERED_PER_WRITE;
      const write = {
        ...when,
        deadOwners: dead,
        now: clock.now(),
        judgesExpiry: clock.monotonic() >= expiryHoldsFrom,
        limit,
        quarantineDelaysMs,
      };
      const recovered = await store.writes.recoverLeases(write);
      if (recovered > 0) {
        onLost(recovered);
        log.warn({ recovered }, "Deliveries of a lost worker were queued again.");
      }
      if (recovered < limit) return;
    }
  }

  return {
    /** This process has leased nothing yet. */
    atStart: () => sweep({ isStart: true }),
    /** Does nothing if the last sweep was less than 15 s ago. */
    async whenDue() {
      // Leases granted before a step have expiries by the clock as it was.
      if (Math.abs(stepMs()) >= MIN_STEP_MS) {
        expiryHoldsFrom = plusMs(clock.monotonic(), leaseMs + PEERS_NOTICE_WITHIN_MS);
      }
      if (clock.monotonic() >= nextSweepAt) await sweep({ isStart: false });
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
