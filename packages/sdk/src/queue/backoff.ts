/** The retry delay after a handler failed. Pure. */

const FIRST_MS = 30_000;
const MAX_MS = 3_600_000;

/**
 * Delay before the next attempt in whole milliseconds: full jitter over 30 s·2ⁿ, at most one hour.
 *
 * @param failures Failures so far; a whole number, 1 or more.
 * @param jitter Uniform in [0, 1).
 */
export function backoffMs(failures: number, jitter: number): number {
  const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.floor(ceiling * jitter);
}
