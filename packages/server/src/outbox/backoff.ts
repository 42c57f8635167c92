/** The retry schedule of failed deliveries. Pure: the same arguments give the same result. */
import { MAX_HOLD_MS, MAX_LIFE_MS } from "../domain/delivery/delivery.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const RETRIES = 15;
const MAX_MS = 4 * HOUR_MS;
/** After a 429 or a timeout. */
const MIN_AFTER_PRESSURE_MS = 60 * SECOND_MS;
/** Longer than most attempts last, and are held before; reserved for each remaining attempt. */
const ATTEMPT_MS = 20 * SECOND_MS + MAX_HOLD_MS;
/** After a failure of this server a delivery waits for 60 s. */
const MAX_OTHER_WAIT_MS = 120 * SECOND_MS;

/** The delay after attempt n is at index n − 1: 20 s, doubled up to 4 h; 25 h 41 min in total. */
const SCHEDULE_MS = Array.from({ length: RETRIES }, (_, n) =>
  Math.min(MAX_MS, 20 * SECOND_MS * 2 ** n),
);

/** The number of attempts that `schedule` allows, the first one included. */
export const maxAttempts = (schedule: readonly number[] | undefined): number =>
  (schedule?.length ?? RETRIES) + 1;

export interface Failure {
  /** Counted attempts, this one included: 1 or more. */
  readonly attemptsMade: number;
  /** Milliseconds since the delivery was created. */
  readonly ageMs: number;
  /** A random number in [0, 1), uniformly distributed. */
  readonly jitter: number;
  /** The delay that `Retry-After` asked for. */
  readonly retryAfterMs: number | undefined;
  /** A 429 or a timeout: the receiver is under pressure. */
  readonly isPressed: boolean;
}

/**
 * Returns milliseconds until the next attempt, or `undefined` if no attempt is left.
 *
 * @param custom The operator's schedule, used as it is: no jitter, no minimum.
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

/** The usual delay before an attempt, by the number of counted attempts made before: 0 before the first one. */
export const delaysByAttempts = (custom: readonly number[] | undefined): readonly number[] => [
  0,
  ...(custom ?? SCHEDULE_MS),
];

/**
 * The longest delay before an attempt that is legitimate, by the number of counted attempts made before.
 * Includes what delays any attempt, such as a quarantine, but not the wait for a lead score.
 */
export function longestDelaysByAttempts(custom: readonly number[] | undefined): readonly number[] {
  const [, ...delays] = delaysByAttempts(custom);
  const ofAny = MAX_OTHER_WAIT_MS + Math.max(0, ...delays.slice(0, 3));
  const longest = (base: number) => Math.max(base + spreadOf(base), 2 * base, HOUR_MS);
  return [
    ofAny,
    ...delays.map((base) => Math.max(ofAny, custom === undefined ? longest(base) : base + ofAny)),
  ];
}

/** Shortens the delay so that the remaining attempts fit into {@link MAX_LIFE_MS}. */
function withinLife(delay: number, base: number, { attemptsMade, ageMs }: Failure): number {
  const latest = SCHEDULE_MS.slice(attemptsMade).reduce(
    (left, later) => left - minOf(later) - ATTEMPT_MS,
    MAX_LIFE_MS - ageMs - ATTEMPT_MS,
  );
  // If downtime of this server has used up the time, the remaining attempts keep their delays: no burst.
  return latest < minOf(base) ? delay : Math.min(delay, latest);
}

/** ±20 % up to an hour, ±5 % above. */
const spreadOf = (base: number) => base * (base <= HOUR_MS ? 0.2 : 0.05);
const minOf = (base: number) => base - spreadOf(base);
