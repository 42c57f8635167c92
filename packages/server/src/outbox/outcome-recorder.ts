/** Writes attempt outcomes to the store in batches: outcomes of a few milliseconds share one commit. */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { Outage } from "../domain/outage.ts";
import type { LoggedAttempt, Outcome } from "../store/deliveries/outcome.ts";
import type { Store } from "../store/store.ts";

/** A commit costs the same for one outcome and for many, and nobody waits for the result. */
const BATCH_WINDOW_MS = 5;
const MAX_BATCH = 64;
/** Tries of an outcome that fails for another reason than an outage, and of each while the process stops. */
const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 1_000;

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;

const noop = (): void => undefined;

export interface OutcomeRecorderParts {
  readonly store: Pick<Store, "writes">;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each attempt, as the log shows it, once it is on disk. */
  readonly onAttempt: (attempt: RecordedAttempt) => void;
}

export type RecordedAttempt = LoggedAttempt & {
  /** Of the destination; `null` if it was deleted. */
  readonly kind: Outcome["kind"];
  /** Of the delivery after the attempt; `undefined` if the attempt did not decide it, and for a test. */
  readonly state: Outcome["next"]["state"] | undefined;
};

export function createOutcomeRecorder({ store, clock, log, onAttempt }: OutcomeRecorderParts) {
  let waiting: Outcome[] = [];
  /** The write that the waiting outcomes will share. */
  let nextWrite: Promise<void> | undefined;
  let lastWrite: Promise<void> = Promise.resolve();
  let closeBatch = noop;
  let isStopping = false;
  /** Batches that wait for the end of an outage. */
  const held = new Set<readonly Outcome[]>();

  const batchClosed = (): Promise<void> =>
    new Promise((resolve) => {
      closeBatch = resolve;
      if (isStopping) setImmediate(resolve);
      else clock.after(BATCH_WINDOW_MS, resolve);
    });

  const write = (outcomes: readonly Outcome[]) =>
    store.writes.recordOutcomes({ outcomes, now: clock.now() });

  async function writeWithRetries(
    outcomes: readonly Outcome[],
    firstTry = write(outcomes),
  ): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const stale = await (tries === 1 ? firstTry : write(outcomes));
        held.delete(outcomes);
        for (const { id, kind, isTest, next, attempt } of outcomes) {
          if (attempt === undefined) continue;
          const isStale = stale.includes(id);
          const outcome = isStale ? "stale" : attempt.outcome;
          const state = isStale || isTest === true ? undefined : next.state;
          onAttempt({ ...attempt, outcome, kind, state });
        }
        return;
      } catch (error) {
        const isHeld = error instanceof Outage && !isStopping;
        if (isHeld) held.add(outcomes);
        else held.delete(outcomes);
        // One outcome that cannot be written must not fail the others.
        if (!(error instanceof Outage) && outcomes.length > 1) {
          await Promise.all(outcomes.map((outcome) => writeWithRetries([outcome])));
          return;
        }
        const about = { err: error, deliveries: outcomes.map(({ id }) => id) };
        if (tries >= MAX_TRIES && !isHeld) {
          log.error(about, "Outcomes of deliveries could not be stored.");
          return;
        }
        log.warn(about, "Outcomes of deliveries could not be stored; trying again.");
        await new Promise<void>((resolve) => void clock.after(RETRY_PAUSE_MS, resolve));
      }
    }
  }

  return {
    /**
     * Resolves when the outcome is on disk, or after the last failed try; then its lease expires. During an
     * outage an outcome is held as long as it takes: its lease token fences it, so it is never too late.
     */
    record(outcome: Outcome) {
      waiting.push(outcome);
      if (waiting.length === MAX_BATCH) closeBatch();
      nextWrite ??= Promise.all([lastWrite, batchClosed()]).then(() => {
        const outcomes = waiting;
        waiting = [];
        nextWrite = undefined;
        closeBatch = noop;
        const firstTry = write(outcomes);
        // Retries do not hold up the next batch.
        lastWrite = firstTry.then(noop, noop);
        return writeWithRetries(outcomes, firstTry);
      });
      return nextWrite;
    },
    /** An outage keeps outcomes from being stored. Taking back leases now would send their deliveries again. */
    get isHolding() {
      return held.size > 0;
    },
    /** Writes the waiting outcomes now: they share the commit of another write that is about to start. */
    flush: () => closeBatch(),
    /** Writes every outcome without waiting for others: the process is stopping. */
    stopBatching() {
      isStopping = true;
      closeBatch();
    },
  };
}
