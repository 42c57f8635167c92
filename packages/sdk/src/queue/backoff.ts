/** When to try a submission again after its handler failed. Pure: same arguments, same answer. */

const FIRST_MS = 30_000;
const CAP_MS = 3_600_000;

/**
 * Delay before the next try in whole milliseconds: full jitter over 30 s·2ⁿ, at most an hour.
 *
 * @param failures Failures so far; a whole number, 1 or more.
 * @param jitter Uniform in [0, 1).
 */
export function backoffMs(failures: number, jitter: number): number {
  const ceiling = Math.min(CAP_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.floor(ceiling * jitter);
}
