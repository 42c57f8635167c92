import { chanceFrom } from "../../../../../test/harness/random.ts";
import { findSilence, type Rhythm } from "./silence.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The first of the days: a Thursday, as day 0. */
const START = 7 * 2_900;
const FLAT: readonly number[] = Array.from({ length: 24 }, () => 1);
const BY_DAY: readonly number[] = FLAT.map((_, hour) => (hour >= 8 && hour < 20 ? 1 : 0.05));

/** Submissions expected on each day, and the share of each hour; `vary` gives a number of mean 1. */
interface Form {
  readonly rate: (day: number, vary: () => number) => number;
  readonly hours?: readonly number[];
}
const FORMS: Readonly<Record<string, Form>> = {
  "4 a day, at any hour": { rate: () => 4, hours: FLAT },
  "4 a day, by day": { rate: () => 4 },
  "10 a working day": { rate: (day) => (day % 7 === 2 || day % 7 === 3 ? 0 : 10) },
  "mostly on weekends": { rate: (day) => [0.5, 4, 6, 6, 0.5, 0.5, 0.5][day % 7] ?? 0 },
  "2 a week": { rate: () => 0.28 },
  "every other day": { rate: () => 0.5 },
  "in bursts": { rate: (_, vary) => 3 * vary() },
  "a campaign a month": { rate: (day) => (day % 30 < 3 ? 13 : 0.3) },
  "8 in summer, 1 in winter": { rate: (day) => 4.5 + 3.5 * Math.cos((2 * Math.PI * day) / 365) },
  "150 a day": { rate: () => 150 },
};

/** The times of the submissions of `length` days. */
function simulate({ rate, hours = BY_DAY }: Form, seed: number, length: number): readonly number[] {
  const chance = chanceFrom(seed);
  const random = () => (chance.below(2 ** 30) + 0.5) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const vary = () => normal() ** 2;
  const all = hours.reduce((sum, one) => sum + one, 0);
  const times: number[] = [];
  for (let day = START; day < START + length; day += 1) {
    const expected = rate(day - START, vary);
    // Arrivals of a Poisson process: exponential steps through what is expected of the day.
    for (let at = -Math.log(random()); at < expected; at -= Math.log(random())) {
      let rest = (at / expected) * all;
      const hour = hours.findIndex((share) => (rest -= share) < 0);
      times.push(day * DAY_MS + (hour + 1 + rest / (hours[hour] ?? 1)) * HOUR_MS);
    }
  }
  return times;
}

const minPerDay = 1 / 7;
const createdAt = START * DAY_MS;

/** Asks at each pause of 6 hours and more, just before it ends. Returns when it was called a silence. */
function alarms(times: readonly number[], hours: readonly number[] = BY_DAY): readonly number[] {
  const days = new Map<number, number>();
  return times.filter((lastAt, n) => {
    const day = Math.floor(lastAt / DAY_MS);
    days.set(day, (days.get(day) ?? 0) + 1);
    const next = times[n + 1] ?? lastAt;
    if (next - lastAt < 6 * HOUR_MS || day < START + 84) return false;
    const pause = { from: lastAt, now: next - 1, minPerDay };
    return findSilence({ days, hours, createdAt, lastAt }, pause) !== undefined;
  });
}

const rhythmOf = (times: readonly number[], hours = BY_DAY): Rhythm => {
  const days = new Map<number, number>();
  for (const at of times) {
    const day = Math.floor(at / DAY_MS);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return { days, hours, createdAt, lastAt: times.at(-1) ?? createdAt };
};

describe("the rhythm of a form", () => {
  it.each(Object.entries(FORMS))("gives at most one false alarm a year: %s", (_, form) => {
    const years = Array.from({ length: 30 }, (__, n) => simulate(form, 7_919 * n + 13, 84 + 365));

    const found = years.flatMap((times) => alarms(times, form.hours));

    expect(found.length / years.length).toBeLessThanOrEqual(1);
  });

  it("names a form of 4 a day that breaks within two days", () => {
    const delays = Array.from({ length: 60 }, (_, seed) => {
      const breaksAt = (START + 200 + seed / 60) * DAY_MS;
      const times = simulate({ rate: () => 4, hours: FLAT }, seed, 201);
      const rhythm = rhythmOf(
        times.filter((at) => at < breaksAt),
        FLAT,
      );
      let now = breaksAt;
      while (findSilence(rhythm, { from: rhythm.lastAt, now, minPerDay }) === undefined) {
        now += HOUR_MS;
      }
      return (now - breaksAt) / DAY_MS;
    }).toSorted((a, b) => a - b);

    // Even a rate that is known exactly leaves a pause of two days once in two years.
    expect(delays[Math.floor(0.9 * delays.length)]).toBeLessThanOrEqual(2.05);
    expect(delays.at(-1)).toBeLessThan(2.6);
  });

  const steady = rhythmOf(simulate({ rate: () => 4, hours: FLAT }, 1, 100), FLAT);
  const inDays = (days: number) => steady.lastAt + days * DAY_MS;

  it("says how many usually come, and how likely the pause is", () => {
    const silence = findSilence(steady, { from: steady.lastAt, now: inDays(3), minPerDay });

    expect(silence?.perDay).toBeCloseTo(4, 0);
    expect(silence?.probability).toBeLessThan(1 / 5_000);
  });

  it.each([
    ["an hour", {}, { now: inDays(1 / 24) }],
    ["a time in which the server was down", {}, { from: inDays(2.5) }],
    ["a clock that was set back", {}, { now: inDays(-3) }],
    ["a form with fewer than are watched", {}, { minPerDay: 9 }],
    ["a young form", { createdAt: inDays(-12) }, {}],
    ["a form without submissions", { days: new Map() }, { now: inDays(300), minPerDay: 0 }],
  ])("says nothing of %s", (_, form: Partial<Rhythm>, pause) => {
    const of = { from: steady.lastAt, now: inDays(3), minPerDay, ...pause };
    expect(findSilence({ ...steady, ...form }, of)).toBeUndefined();
  });
});
