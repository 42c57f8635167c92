/** Logs when the database goes out of service and when it is back, once each, instead of every failed call. */
import { Outage, type OutageCause } from "../domain/outage.ts";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "./store.ts";
import { wrapReads } from "./reads.ts";
import { type WriteName, wrapWrites } from "./writes.ts";

export interface WatchedStore {
  readonly store: Store;
  /** The outage that calls fail with now; `undefined` when the database works. */
  readonly outage: () => Outage | undefined;
}

/** Writes that always change a row. Others may find nothing to change, and so succeed on a full disk. */
const REAL_WRITES: ReadonlySet<WriteName> = new Set(["writeProbe", "recordOutcomes"]);
/** On a nearly full disk small writes succeed while posts fail: such a write ends an outage only after this. */
const QUIET_MS = 3_000;
/** A fault that comes and goes is logged at most this often. */
const LOG_EVERY_MS = 60_000;

interface Current {
  readonly outage: Outage;
  readonly startedAt: MonotonicMs;
  readonly isLogged: boolean;
  failures: number;
  lastFailureAt: MonotonicMs;
}

export function watchOutages(store: Store, clock: Clock, log: Log): WatchedStore {
  let current: Current | undefined;
  const loggedAt = new Map<OutageCause, MonotonicMs>();

  function failed(error: unknown): void {
    if (!(error instanceof Outage)) return;
    const now = clock.monotonic();
    current ??= started(error, now);
    current.failures += 1;
    current.lastFailureAt = now;
  }

  function started(outage: Outage, now: MonotonicMs): Current {
    const before = loggedAt.get(outage.outage);
    const isLogged = before === undefined || msBetween(before, now) >= LOG_EVERY_MS;
    if (isLogged) {
      loggedAt.set(outage.outage, now);
      log.error(
        { err: outage.cause, outage: outage.outage },
        `${outage.sentence}. Requests are answered with 503, and background work waits until this ends.`,
      );
    }
    return { outage, startedAt: now, isLogged, failures: 0, lastFailureAt: now };
  }

  function ended(): void {
    if (current === undefined) return;
    const { isLogged, failures, startedAt, outage } = current;
    current = undefined;
    if (!isLogged) return;
    const seconds = Math.ceil(msBetween(startedAt, clock.monotonic()) / 1_000);
    log.info({ outage: outage.outage, failures, seconds }, "The database works again.");
  }

  function wroteOther(): void {
    if (current === undefined) return;
    if (msBetween(current.lastFailureAt, clock.monotonic()) >= QUIET_MS) ended();
  }

  /** Returns `result` itself, so that a post waits for nothing more. */
  function watched<T>(result: Promise<T>, succeeded?: () => void): Promise<T> {
    result.then(current === undefined ? undefined : succeeded, failed);
    return result;
  }

  function watchedLookup<T>(look: () => T): T {
    try {
      const found = look();
      if (found instanceof Promise) void watched(found);
      return found;
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  return {
    outage: () => current?.outage,
    store: {
      ...store,
      accept: (submission) => watched(store.accept(submission), ended),
      writes: wrapWrites(store.writes, (run, name) =>
        watched(run(), REAL_WRITES.has(name) ? wroteOther : undefined),
      ),
      reads: wrapReads(store.reads, (run) => watched(run())),
      findForm: (ref) => watchedLookup(() => store.findForm(ref)),
      findKey: (hash) => watchedLookup(() => store.findKey(hash)),
    },
  };
}

/**
 * The log of background work, which is repeated until an outage ends: its warnings about an outage become
 * debug lines, since {@link watchOutages} has logged it.
 */
export function quietDuringOutages(log: Log): Log {
  const at =
    (level: "warn" | "error"): Log["warn"] =>
    (subject: unknown, ...rest: readonly []) => {
      const isOutage =
        typeof subject === "object" &&
        subject !== null &&
        "err" in subject &&
        subject.err instanceof Outage;
      log[isOutage ? "debug" : level](subject as object, ...rest);
    };
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: at("warn"),
    error: at("error"),
  };
}
