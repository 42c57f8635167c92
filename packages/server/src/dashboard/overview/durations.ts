/** How long delivery attempts took, and percentiles of durations. */
import type { AttemptStats } from "../../store/deliveries/attempt-stats.ts";

/** Upper bounds of the chart's bars. */
export const DURATION_BOUNDS_MS = [
  10,
  25,
  50,
  100,
  250,
  500,
  1_000,
  2_500,
  5_000,
  10_000,
  Infinity,
] as const;

/** Returns how long the attempts with an answer took, in milliseconds, ascending. */
export const responseTimes = (attempts: AttemptStats["attempts"]): readonly number[] =>
  attempts
    .filter(({ outcome }) => outcome === "succeeded" || outcome === "failed")
    .map(({ duration_ms }) => duration_ms)
    .toSorted((a, b) => a - b);

/** Returns the number of durations up to each bound that are above the one before it. */
export const countByDuration = (durations: readonly number[]): readonly number[] =>
  DURATION_BOUNDS_MS.map((bound, n) => {
    const above = n === 0 ? -1 : (DURATION_BOUNDS_MS[n - 1] ?? 0);
    return durations.filter((ms) => ms > above && ms <= bound).length;
  });

/** Returns the nearest-rank percentile, which is always one of the values. @param sorted Ascending. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
}
