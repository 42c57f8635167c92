/**
 * Finds that a form has fallen silent, by its own rhythm. The number of submissions of a day is taken for negative
 * binomial: a Poisson number whose rate varies as much as that of the last weeks has varied.
 */

export interface Rhythm {
  /** Submissions without spam by day since 1970-01-01 in UTC; days without any may be left out. */
  readonly days: ReadonlyMap<number, number>;
  /** How many came in each of the 24 hours of a day in UTC; those of all forms of the account serve as well. */
  readonly hours: readonly number[];
  readonly createdAt: number;
  /** When the newest submission arrived. */
  readonly lastAt: number;
}

export interface Silence {
  readonly perDay: number;
  /** Of a pause at least as long as this one. */
  readonly probability: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const RHYTHM_DAYS = 84;
/** A form that is younger, or that has had fewer submissions, has no rhythm yet. */
const MIN_DAYS = 14;
const MIN_SUBMISSIONS = 8;
/** Days by which it is judged whether there are fewer submissions than before. */
const RECENT_DAYS = 14;

type FindSilenceArgs = { readonly from: number; readonly now: number; readonly minPerDay: number };

/**
 * @param rhythm As of the newest submission.
 * @param from From when on a submission could have been noticed: `lastAt`, or later if the server was down then.
 * @param minPerDay Forms with fewer submissions have no silence.
 * @returns `undefined` if such a pause is expected once a year or more often.
 */
export function findSilence(
  { days, hours, createdAt, lastAt }: Rhythm,
  { from, now, minPerDay }: FindSilenceArgs,
): Silence | undefined {
  const last = dayOf(lastAt);
  const first = Math.max(last - RHYTHM_DAYS + 1, dayOf(createdAt));
  const counts = Array.from({ length: last - first + 1 }, (_, n) => days.get(first + n) ?? 0);
  const total = sum(counts);
  const perDay = total / counts.length;
  if (counts.length < MIN_DAYS || total < MIN_SUBMISSIONS || perDay < minPerDay) return undefined;
  const rates = weekdayRates(counts, first, perDay);
  const rateOf = (day: number) => rates[day % 7] ?? perDay;
  const expected = counts.map((_, n) => rateOf(first + n));
  const decline = declineOf(counts.slice(-RECENT_DAYS), expected.slice(-RECENT_DAYS));
  const missing: number[] = [];
  for (let day = dayOf(from); day <= dayOf(now); day += 1) {
    const begins = Math.max(from, day * DAY_MS);
    const ends = Math.min(now, (day + 1) * DAY_MS);
    const share = passed(hours, ends - day * DAY_MS) - passed(hours, begins - day * DAY_MS);
    missing.push(rateOf(day) * decline * share);
  }
  const all = sum(missing);
  const byDay = variance(counts, expected, 7);
  const byWeek = variance(weeksOf(counts), weeksOf(expected), 1);
  // The least certain of three: the days vary, the weeks vary, and the rate itself is known from so many submissions.
  const surprise = Math.min(
    sum(missing.map((one) => surpriseOf(one, byDay))),
    surpriseOf(all, byWeek),
    surpriseOf(all, 1 / total),
  );
  return surprise < Math.log(365 * perDay)
    ? undefined
    : { perDay, probability: Math.exp(-surprise) };
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** How many submissions each weekday has, from that of day 0; nearer to the mean the less the weekdays differ. */
function weekdayRates(counts: readonly number[], first: number, mean: number): readonly number[] {
  const weekdays = [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
    const own = counts.filter((_, n) => (first + n) % 7 === weekday);
    return { days: own.length, came: sum(own) };
  });
  const chiSquare = sum(
    weekdays.map(({ days, came }) => (came - mean * days) ** 2 / (mean * days)),
  );
  const weight = Math.max(0, 1 - 6 / chiSquare);
  return weekdays.map(
    ({ days, came }) => mean + weight * ((came + mean / 2) / (days + 0.5) - mean),
  );
}

/**
 * The share of the expected submissions that came lately, from 0 to 1. Half a standard deviation is added to those
 * that came, since some days have few by chance alone.
 */
function declineOf(counts: readonly number[], expected: readonly number[]): number {
  const came = sum(counts);
  return Math.min(1, (came + Math.sqrt(came + 1) / 2 + 1) / sum(expected));
}

/** The share of a day's submissions that come before a time of day. */
function passed(hours: readonly number[], ms: number): number {
  const all = sum(hours);
  if (all === 0) return ms / DAY_MS;
  const hour = Math.floor(ms / HOUR_MS);
  const current = (hours[hour] ?? 0) * (ms / HOUR_MS - hour);
  return (sum(hours.slice(0, hour)) + current) / all;
}

/** The variance of the rate beside that of a Poisson number, as a share of the squared rate. */
function variance(counts: readonly number[], expected: readonly number[], used: number): number {
  const beyond = sum(counts.map((n, at) => (n - (expected[at] ?? 0)) ** 2 - (expected[at] ?? 0)));
  const squares = sum(expected.map((one) => one * one));
  return Math.max(0, ((beyond / squares) * counts.length) / (counts.length - used));
}

/** Whole weeks, the newest first. */
const weeksOf = (days: readonly number[]) =>
  Array.from({ length: Math.floor(days.length / 7) }, (_, n) =>
    sum(days.slice(days.length - 7 * (n + 1), days.length - 7 * n)),
  );

/** The negative logarithm of the probability that none comes where so many are expected. */
const surpriseOf = (expected: number, varies: number): number =>
  varies < 1e-6 ? expected : Math.log1p(expected * varies) / varies;
