/**
 * Quarantine: a delivery that has repeatedly lost its worker is attempted while nothing else is in flight, so
 * that a crash of the process can be attributed to it. Other deliveries get three times as much time
 * between two quarantined attempts.
 */

/**
 * What a claim found: no quarantined delivery that is due, one that has to wait until the attempts in
 * flight have ended, or one that was started.
 */
export type QuarantineClaim = "none" | "waiting" | "started";

export interface Quarantine {
  /** A quarantined delivery is in flight: nothing else may be claimed. */
  readonly isBusy: boolean;
  /** Whether a claim may return a quarantined delivery. */
  mayStart(now: number): boolean;
  /** Milliseconds until {@link mayStart} becomes true; `Infinity` if it is true now. */
  waitMs(now: number): number;
  record(found: QuarantineClaim, now: number): void;
  /** Ends the wait at once: no other delivery is due. */
  allowNow(): void;
  /** An attempt has ended. If it was the quarantined one, the time of the other deliveries begins. */
  attemptEnded(now: number): void;
}

/** Other deliveries get this multiple of the time that the quarantined attempt took, its wait included. */
const TIME_FOR_OTHERS = 3;

export function createQuarantine(): Quarantine {
  let waitingSince: number | undefined;
  let isBusy = false;
  let blockedUntil = 0;
  return {
    get isBusy() {
      return isBusy;
    },
    mayStart: (now) => now >= blockedUntil,
    waitMs: (now) => (now >= blockedUntil ? Infinity : blockedUntil - now),
    record(found, now) {
      waitingSince = found === "none" ? undefined : (waitingSince ?? now);
      isBusy = found === "started";
    },
    allowNow() {
      blockedUntil = 0;
    },
    attemptEnded(now) {
      if (!isBusy || waitingSince === undefined) return;
      blockedUntil = now + TIME_FOR_OTHERS * (now - waitingSince);
      waitingSince = undefined;
      isBusy = false;
    },
  };
}
