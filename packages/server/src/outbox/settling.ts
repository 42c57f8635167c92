/** Settles outcomes in groups: those of one turn of the event loop share one write. */
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Outcome } from "../store/delivery-outcomes.ts";
import type { Store } from "../store/store.ts";

const MOST_TRIES = 5;
const PAUSE_MS = 1_000;

/** Resolves once the outcome is on the disk, or was given up: then its lease runs out. */
export type Settle = (outcome: Outcome) => Promise<void>;

export interface SettlingParts {
  readonly store: Pick<Store, "write">;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each attempt once it is on the disk, as it stands in the log. */
  readonly onAttempt: (attempt: NonNullable<Outcome["attempt"]>) => void;
}

export function createSettling({ store, clock, log, onAttempt }: SettlingParts): Settle {
  let waiting: Outcome[] = [];
  let written: Promise<void> | undefined;

  async function write(outcomes: readonly Outcome[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const stale = await store.write("settleDeliveries", { outcomes, now: clock.now() });
        for (const { id, attempt } of outcomes) {
          if (attempt === undefined) continue;
          onAttempt(stale.includes(id) ? { ...attempt, outcome: "stale" } : attempt);
        }
        return;
      } catch (error) {
        // One that cannot be written must not take the others along.
        if (outcomes.length > 1) {
          await Promise.all(outcomes.map((outcome) => write([outcome])));
          return;
        }
        const { id } = outcomes[0] ?? {};
        if (tries === MOST_TRIES) {
          log.error({ err: error, delivery: id }, "What came of a delivery could not be stored.");
          return;
        }
        log.warn({ err: error, delivery: id }, "What came of a delivery is stored once more.");
        await new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
      }
    }
  }

  return (outcome) => {
    waiting.push(outcome);
    written ??= new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      const outcomes = waiting;
      waiting = [];
      written = undefined;
      return write(outcomes);
    });
    return written;
  };
}
