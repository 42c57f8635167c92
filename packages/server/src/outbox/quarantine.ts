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

/** Other deliveries get this multiple of the time that the quarantined attempt took, its wait included. */
const TIME_FOR_OTHERS = 3;

export function createQuarantine() {
  let waitingSince: MonotonicMs | undefined;
  let isBusy = false;
  let blockedUntil: MonotonicMs | undefined;
  const mayStart = (now: MonotonicMs) => blockedUntil === undefined || now >= blockedUntil;
  return {
    /** A quarantined delivery is in flight: nothing else may be claimed. */
    get isBusy() {
      return isBusy;
    },
    /** Whether a claim may return a quarantined delivery. */
    mayStart,
    /** Milliseconds until {@link mayStart} becomes true; `Infinity` if it is true now. */
    waitMs: (now: MonotonicMs) =>
      blockedUntil === undefined || now >= blockedUntil ? Infinity : msBetween(now, blockedUntil),
    record(found: QuarantineClaim, now: MonotonicMs) {
      waitingSince = found === "none" ? undefined : (waitingSince ?? now);
      isBusy = found === "started";
    },
    /** Ends the wait at once: no other delivery is due. */
    allowNow() {
      blockedUntil = undefined;
    },
    /** An attempt has ended. If it was the quarantined one, the time of the other deliveries begins. */
    attemptEnded(now: MonotonicMs) {
      if (!isBusy || waitingSince === undefined) return;
      blockedUntil = plusMs(now, TIME_FOR_OTHERS * msBetween(waitingSince, now));
      waitingSince = undefined;
      isBusy = false;
    },
  };
}
