/**
 * The score from which a post counts as spam, so that at most one of a hundred honest posts does. It is derived
 * from the scores that honest training examples get from all other examples, never from their own.
 */

export interface SpamThreshold {
  readonly threshold: number;
  /** Standard deviation of the scores of ham. */
  readonly spread: number;
}

const MAX_HAM_SHARE = 0.01;
/** Of a normal distribution, 1 % is above its mean by this many standard deviations. */
const DEVIATIONS = 2.33;
/** Few or equal examples do not show how far honest posts differ. */
const MIN_SPREAD = 0.25;

/** @param ham The score of each honest example without itself; at least one. */
export function thresholdOf(ham: readonly number[]): SpamThreshold {
  const count = ham.length;
  const mean = ham.reduce((sum, score) => sum + score, 0) / count;
  const squares = ham.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const spread = Math.max(MIN_SPREAD, Math.sqrt(squares / Math.max(1, count - 1)));
  const highest = ham.toSorted((a, b) => b - a)[Math.floor(count * MAX_HAM_SHARE)] ?? mean;
  // The mean and the spread of few examples are uncertain.
  const normal = mean + DEVIATIONS * spread * (1 + 1 / Math.sqrt(count));
  return { threshold: Math.max(normal, highest), spread };
}
