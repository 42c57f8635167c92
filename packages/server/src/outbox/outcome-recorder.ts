/** Settles outcomes in groups: those that end while one write is under way share the next. */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import type { Store } from "../store/store.ts";

/** A commit costs the same for one outcome and for many, and nobody waits for it. */
const BATCH_WINDOW_MS = 5;
const MAX_BATCH = 64;
const MAX_TRIES = 5;
const PAUSE_MS = 1_000;

export interface OutcomeRecorder {
  /** Resolves once the outcome is on the disk, or was given up: then its lease runs out. */
  settle(outcome: Outcome): Promise<void>;
  /** Something else is written now: what has gathered shares its commit. */
  along(): void;
  /** From now on nothing is gathered: the process is stopping. */
  hurry(): void;
}

const noop = (): void => undefined;

export interface OutcomeRecorderParts {
  readonly store: Pick<Store, "write">;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each attempt once it is on the disk, as it stands in the log. */
  readonly onAttempt: (attempt: NonNullable<Outcome["attempt"]>) => void;
}

export function createOutcomeRecorder({ store, clock, log, onAttempt }: OutcomeRecorderParts): OutcomeRecorder {
  let waiting: Outcome[] = [];
  /** The write that those who wait will share. */
  let next: Promise<void> | undefined;
  let underWay: Promise<void> = Promise.resolve();
  /** Ends the gathering. */
  let full = noop;
  let isHurried = false;

  function gathered(): Promise<void> {
    return new Promise((resolve) => {
      full = resolve;
      if (isHurried) setImmediate(resolve);
      else clock.after(BATCH_WINDOW_MS, resolve);
    });
  }

  async function write(
    outcomes: readonly Outcome[],
    first = store.write("recordOutcomes", { outcomes, now: clock.now() }),
  ): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const stale = await (tries === 1
          ? first
          : store.write("recordOutcomes", { outcomes, now: clock.now() }));
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
        if (tries === MAX_TRIES) {
          log.error({ err: error, delivery: id }, "What came of a delivery could not be stored.");
          break;
        }
        log.warn({ err: error, delivery: id }, "What came of a delivery is stored once more.");
        await new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
      }
    }
  }

  return {
    settle(outcome) {
      waiting.push(outcome);
      if (waiting.length === MAX_BATCH) full();
      next ??= Promise.all([underWay, gathered()]).then(() => {
        const outcomes = waiting;
        waiting = [];
        next = undefined;
        full = noop;
        const first = store.write("recordOutcomes", { outcomes, now: clock.now() });
        // Who has to be written again holds up nobody behind it.
        underWay = first.then(noop, noop);
        return write(outcomes, first);
      });
      return next;
    },
    along: () => full(),
    hurry() {
      isHurried = true;
      full();
    },
  };
}
