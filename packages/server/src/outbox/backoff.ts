/** When to try a failed delivery again. Pure: same arguments, same answer. */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const RETRIES = 15;
const LONGEST_MS = 4 * HOUR_MS;
/** The whole life of a delivery stays between these, whatever jitter and receivers do. */
const SHORTEST_LIFE_MS = 24 * HOUR_MS;
const LONGEST_LIFE_MS = 28 * HOUR_MS;
/** The deadline of an attempt and a second: what each attempt to come may take itself. */
const LONGEST_ATTEMPT_MS = 16 * SECOND_MS;
const LEAST_AFTER_PRESSURE_MS = 60 * SECOND_MS;

/** 20 s doubled up to 4 h: the delay after attempt n, by n − 1; 25 h 41 min in all. */
const SCHEDULE_MS = Array.from({ length: RETRIES }, (_, n) =>
  Math.min(LONGEST_MS, 20 * SECOND_MS * 2 ** n),
);

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
  const spread = base <= HOUR_MS ? 0.2 : 0.05;
  const jittered = base * (1 - spread + 2 * spread * jitter);
  const floor = Math.max(
    Math.min(retryAfterMs ?? 0, Math.max(2 * base, HOUR_MS)),
    isPressed ? LEAST_AFTER_PRESSURE_MS : 0,
  );
  return Math.round(withinLife(Math.max(jittered, floor), failure));
}

/** Keeps what is left of the schedule inside the life that was promised. */
function withinLife(delay: number, { attemptsMade, ageMs }: Failure): number {
  const later = SCHEDULE_MS.slice(attemptsMade);
  const least = later.reduce((sum, base) => sum + base * (base <= HOUR_MS ? 0.8 : 0.95), 0);
  const attempts = (later.length + 1) * LONGEST_ATTEMPT_MS;
  const latest = LONGEST_LIFE_MS - ageMs - least - attempts;
  // When our own downtime has used the time up, the count still holds: no burst.
  const capped = latest > 0 ? Math.min(delay, latest) : delay;
  return later.length === 0 ? Math.max(capped, SHORTEST_LIFE_MS - ageMs) : capped;
}
