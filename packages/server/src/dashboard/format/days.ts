/** The last days in UTC, today included, with statistics for each of them. */
import type { DayStats } from "../../store/submissions/submission-days.ts";

const DAY_MS = 86_400_000;
export const SHOWN_DAYS = 30;

/** Returns the first day shown at `now`, as days since the epoch. */
export const firstDay = (now: number): number => Math.floor(now / DAY_MS) - SHOWN_DAYS + 1;

/** Returns {@link SHOWN_DAYS} days, oldest first; a day without a record has zeros. */
export function everyDay(now: number, records: readonly DayStats[]): readonly DayStats[] {
  const byDay = new Map(records.map((record) => [record.day, record]));
  return Array.from({ length: SHOWN_DAYS }, (_, n) => {
    const day = firstDay(now) + n;
    return byDay.get(day) ?? { day, arrived: 0, spam: 0 };
  });
}
