/**
 * Quarantine: a delivery that has repeatedly lost its worker is attempted while nothing else is in flight, so
 * that a crash of the process can be attributed to it. Other deliveries get three times as much time
 * between two quarantined attempts.
 */
import { type MonotonicMs, msBetween, plusMs } from "../platform/clock.ts";

/**
 * What a claim found: no quarantined delivery that is due, one that has to wait until the attempts in
 * flight have ended, or one that was started.
 */
export type QuarantineClaim = "none" | "waiting" | "started";

export interface Quarantine {
  /** A quarantined delivery is in flight: nothing else may be claimed. */
  readonly isBusy: boolean;
  /** Whether a claim may return a quarantined delivery. */
  mayStart(now: MonotonicMs): boolean;
  /** Milliseconds until {@link mayStart} becomes true; `Infinity` if it is true now. */
  waitMs(now: MonotonicMs): number;
  record(found: QuarantineClaim, now: MonotonicMs): void;
  /** Ends the wait at once: no other delivery is due. */
  allowNow(): void;
  /** An attempt has ended. If it was the quarantined one, the time of the other deliveries begins. */
  attemptEnded(now: MonotonicMs): void;
}

/** Other deliveries get this multiple of the time that the quarantined attempt took, its wait included. */
const TIME_FOR_OTHERS = 3;

export function createQuarantine(): Quarantine {
  let waitingSince: MonotonicMs | undefined;
  let isBusy = false;
  let blockedUntil: MonotonicMs | undefined;
  const mayStart = (now: MonotonicMs) => blockedUntil === undefined || now >= blockedUntil;
  return {
    get isBusy() {
      return isBusy;
    },
    mayStart,
    waitMs: (now) =>
      blockedUntil === undefined || now >= blockedUntil ? Infinity : msBetween(now, blockedUntil),
    record(found, now) {
      waitingSince = found === "none" ? undefined : (waitingSince ?? now);
      isBusy = found === "started";
    },
    allowNow() {
      blockedUntil = undefined;
    },
    attemptEnded(now) {
      if (!isBusy || waitingSince === undefined) return;
      blockedUntil = plusMs(now, TIME_FOR_OTHERS * msBetween(waitingSince, now));
      waitingSince = undefined;
      isBusy = false;
    },
  };
}
