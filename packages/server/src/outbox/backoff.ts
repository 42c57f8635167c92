/** When to try a failed delivery again. Pure: same arguments, same answer. */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const RETRIES = 15;
const MAX_MS = 4 * HOUR_MS;
/** From the first due time to the end of the last attempt; jitter alone keeps it above 24 h. */
const MAX_LIFE_MS = 28 * HOUR_MS;
const MIN_AFTER_PRESSURE_MS = 60 * SECOND_MS;
/** More than an attempt can last; kept free for each that is still to come. */
const ATTEMPT_MS = 20 * SECOND_MS;

/** 20 s doubled up to 4 h: the delay after attempt n, by n − 1; 25 h 41 min in all. */
const SCHEDULE_MS = Array.from({ length: RETRIES }, (_, n) =>
  Math.min(MAX_MS, 20 * SECOND_MS * 2 ** n),
);

/** The first attempt and every retry of `schedule`, or of the built-in one. */
export function maxAttempts(schedule: readonly number[] | undefined): number {
  return (schedule?.length ?? RETRIES) + 1;
}

export interface Failure {
  /** Attempts that count, this one included: 1 or more. */
  readonly attemptsMade: number;
  /** Milliseconds since the delivery was created. */
  readonly ageMs: number;
  /** Uniform in [0, 1). */
  readonly jitter: number;
  /** What `Retry-After` asked for. */
  readonly retryAfterMs: number | undefined;
  /** A 429 or a timeout: the receiver is under pressure. */
  readonly isPressed: boolean;
}

/**
 * Milliseconds until the next attempt, or `undefined` when the schedule is used up.
 *
 * @param custom A schedule of the operator's own: used as it is, without jitter or floor.
 */
export function nextDelayMs(
  failure: Failure,
  custom: readonly number[] | undefined,
): number | undefined {
  const { attemptsMade, jitter, retryAfterMs, isPressed } = failure;
  if (custom !== undefined) return custom[attemptsMade - 1];
  const base = SCHEDULE_MS[attemptsMade - 1];
  if (base === undefined) return undefined;
  const jittered = base + (2 * jitter - 1) * spreadOf(base);
  const floor = Math.max(
    Math.min(retryAfterMs ?? 0, Math.max(2 * base, HOUR_MS)),
    isPressed ? MIN_AFTER_PRESSURE_MS : 0,
  );
  return Math.round(withinLife(Math.max(jittered, floor), base, failure));
}

/** Leaves room for the rest of the schedule inside the life that was promised. */
function withinLife(delay: number, base: number, { attemptsMade, ageMs }: Failure): number {
  const latest = SCHEDULE_MS.slice(attemptsMade).reduce(
    (left, later) => left - leastOf(later) - ATTEMPT_MS,
    MAX_LIFE_MS - ageMs - ATTEMPT_MS,
  );
  // When our own downtime has used the time up, the count still holds: no burst.
  return latest < leastOf(base) ? delay : Math.min(delay, latest);
}

/** ±20 % up to an hour, ±5 % above. */
const spreadOf = (base: number) => base * (base <= HOUR_MS ? 0.2 : 0.05);
const leastOf = (base: number) => base - spreadOf(base);
