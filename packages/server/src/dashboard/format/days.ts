/** The last days, today included, in UTC: a number for each, also where nothing came. */
import type { DayStats } from "../../store/submissions/submission-days.ts";

const DAY_MS = 86_400_000;
export const SHOWN_DAYS = 30;

/** The first of the days that are shown at `now`. */
export const firstDay = (now: number): number => Math.floor(now / DAY_MS) - SHOWN_DAYS + 1;

/** Oldest first, {@link SHOWN_DAYS} of them. */
export function everyDay(now: number, counted: readonly DayStats[]): readonly DayStats[] {
  const byDay = new Map(counted.map((figures) => [figures.day, figures]));
  return Array.from({ length: SHOWN_DAYS }, (_, n) => {
    const day = firstDay(now) + n;
    return byDay.get(day) ?? { day, arrived: 0, spam: 0 };
  });
}

/** The moment at which it began. */
export const startOfDay = (day: number): Date => new Date(day * DAY_MS);
