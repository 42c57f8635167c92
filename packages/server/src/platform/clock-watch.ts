/**
 * Watches whether the wall time can be trusted. Rows are deleted by their age, so a clock that is ahead by
 * mistake would delete everything. Deleting and digests pause on each doubt, until wall and monotonic time have
 * agreed for an hour.
 */
import { type Clock, measureSteps, type MonotonicMs, msBetween, plusMs } from "./clock.ts";
import type { Log } from "./log.ts";

/** A reason not to trust the wall time. Durations are in milliseconds. */
export type ClockDoubt =
  /** It gained `ms` on monotonic time; negative if it was set back. */
  | { readonly kind: "step"; readonly ms: number }
  /** The newest submission is dated `ms` in the future. */
  | { readonly kind: "newest_ahead"; readonly ms: number }
  /** Deliveries were due later than their schedule allows. */
  | { readonly kind: "deliveries_late"; readonly count: number }
  /** At the start the newest row was `ms` old: nothing shows whether the clock is ahead. */
  | { readonly kind: "start"; readonly ms: number };

export interface AgeTime {
  /** Without the time by which the clock was set ahead lately, so that nothing seems older than it is. */
  readonly now: number;
  /** False during a pause: ages may be wrong. */
  readonly isSure: boolean;
}

export type ClockWatch = ReturnType<typeof createClockWatch>;

/** Clocks that NTP keeps differ by less. */
const MIN_DOUBT_MS = 60_000;
const PAUSE_MS = 3_600_000;
/** With an older newest row the time that has passed since is unknown at the start. */
const MAX_AGE_AT_START_MS = 86_400_000;

/** Of a clock that is set once a minute, those of a day. */
const MAX_KEPT_STEPS = 1_440;

export function createClockWatch(clock: Clock, log: Log) {
  const stepMs = measureSteps(clock);
  let pause: { readonly doubt: ClockDoubt; readonly endsAt: MonotonicMs } | undefined;
  let newestAheadMs = 0;
  let steps = 0;
  let pulledIn = 0;
  let stepsAhead: readonly { readonly ms: number; readonly at: MonotonicMs }[] = [];

  function raise(doubt: ClockDoubt): void {
    pause = { doubt, endsAt: plusMs(clock.monotonic(), PAUSE_MS) };
    log.warn(
      { clock: doubt },
      `${describeDoubt(doubt)} Deleting by age is paused for an hour, and so are digests. Check the machine's clock.`,
    );
  }

  function look(): void {
    const ms = stepMs();
    if (Math.abs(ms) >= MIN_DOUBT_MS) {
      steps += 1;
      raise({ kind: "step", ms });
      if (ms > 0) {
        stepsAhead = [...stepsAhead.slice(-MAX_KEPT_STEPS + 1), { ms, at: clock.monotonic() }];
      }
    }
    if (pause === undefined || clock.monotonic() < pause.endsAt) return;
    pause = undefined;
    log.info(
      "Deleting by age continues, and so do digests: the clock has not been set for an hour.",
    );
  }

  return {
    /**
     * The time by which to judge whether something is `periodMs` old. Steps ahead that are older than that do not
     * count any more, since everything from before them is older too.
     */
    ageTime(periodMs: number) {
      look();
      const from = plusMs(clock.monotonic(), -periodMs);
      const aheadMs = stepsAhead.filter(({ at }) => at > from).reduce((sum, { ms }) => sum + ms, 0);
      return { now: clock.now() - aheadMs, isSure: pause === undefined };
    },
    /** The wall time for deleting rows by age, and for digests; `undefined` while both are paused. */
    deletionTime() {
      look();
      return pause === undefined ? clock.now() : undefined;
    },
    state() {
      look();
      return {
        /** `undefined` while rows are deleted by age. */
        pause: pause && {
          doubt: pause.doubt,
          endsInMs: msBetween(clock.monotonic(), pause.endsAt),
        },
        /** How far the newest submission is dated in the future; 0 if it is not. */
        newestAheadMs,
        /** Steps of the wall time since the start. */
        steps,
        /** Deliveries since the start that were due later than their schedule allows. */
        pulledIn,
      };
    },
    /**
     * Call once, before anything is deleted.
     *
     * @param newestRowAt The time of the newest row of any kind; `undefined` if there is none.
     */
    compareAtStart(newestRowAt: number | undefined) {
      const ms = newestRowAt === undefined ? 0 : clock.now() - newestRowAt;
      if (ms >= MAX_AGE_AT_START_MS) raise({ kind: "start", ms });
    },
    /** @param createdAt The time of the newest submission; `undefined` if there is none. */
    compareNewest(createdAt: number | undefined) {
      look();
      const wasAhead = newestAheadMs > 0;
      const ms = createdAt === undefined ? 0 : createdAt - clock.now();
      newestAheadMs = ms >= MIN_DOUBT_MS ? ms : 0;
      if (newestAheadMs > 0 && !wasAhead) raise({ kind: "newest_ahead", ms });
    },
    /** Deliveries were due later than their schedule allows, and are sent earlier now. */
    pulledIn(count: number) {
      pulledIn += count;
      raise({ kind: "deliveries_late", count });
    },
  };
}

/** A sentence for the log and the dashboard. */
export function describeDoubt(doubt: ClockDoubt): string {
  switch (doubt.kind) {
    case "step":
      return doubt.ms > 0
        ? `The clock was set ahead by ${duration(doubt.ms)}, or the machine was suspended.`
        : `The clock was set back by ${duration(-doubt.ms)}.`;
    case "newest_ahead":
      return `The newest submission is dated ${duration(doubt.ms)} in the future.`;
    case "deliveries_late":
      return `Deliveries were due later than their schedule allows: ${doubt.count}. They are sent by their schedule from now.`;
    case "start":
      return `The server started ${duration(doubt.ms)} after the newest row of its database: it was stopped or idle, or the clock is ahead.`;
  }
}

const UNITS = [
  { name: "day", ms: 86_400_000 },
  { name: "hour", ms: 3_600_000 },
  { name: "minute", ms: 60_000 },
] as const;

/** For example `40 days`; at least one minute. */
function duration(ms: number): string {
  const unit = UNITS.find((one) => ms >= 2 * one.ms) ?? UNITS[2];
  const count = Math.max(1, Math.round(ms / unit.ms));
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}
