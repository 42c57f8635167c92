/** The last days, today included: in UTC, and in a time zone. */
import type { DayStats } from "../../store/submissions/submission-days.ts";
import { dayOf, dayRange } from "./zone.ts";
import { type Arrivals, SLOT_MS } from "../../store/statistics/arrivals.ts";

const DAY_MS = 86_400_000;
export const SHOWN_DAYS = 30;

/** Returns the first day shown at `now`, as days since the epoch. */
export const firstDay = (now: number): number => Math.floor(now / DAY_MS) - SHOWN_DAYS + 1;

/** Returns {@link SHOWN_DAYS} days, oldest first; a day without a record has zeros. */
export function fillDays(now: number, records: readonly DayStats[]): readonly DayStats[] {
  const byDay = new Map(records.map((record) => [record.day, record]));
  return Array.from({ length: SHOWN_DAYS }, (_, n) => {
    const day = firstDay(now) + n;
    return byDay.get(day) ?? { day, arrived: 0, spam: 0 };
  });
}

export interface ShownDay {
  /** Such as `2026-01-31`. */
  readonly date: string;
  readonly arrived: number;
  /** Spam by intake's verdict. */
  readonly spam: number;
}

/** The first slot that any time zone needs for its days at `now`. */
export const firstSlot = (now: number): number =>
  Math.floor((now - (SHOWN_DAYS + 2) * DAY_MS) / SLOT_MS);

/** Returns the last days up to today in a time zone, oldest first. Times in milliseconds since the epoch. */
export function listLastDays(
  zone: string,
  now: number,
): readonly { readonly date: string; readonly start: number; readonly end: number }[] {
  const today = Date.parse(dayOf(zone, now));
  return Array.from({ length: SHOWN_DAYS }, (_, n) => {
    const day = today - (SHOWN_DAYS - 1 - n) * DAY_MS;
    const date = new Date(day).toISOString().slice(0, 10);
    return { date, ...(dayRange(zone, date) ?? { start: day, end: day + DAY_MS }) };
  });
}

/**
 * Returns the last days up to today, oldest first. A day that began before the slots were complete is the day
 * in UTC of the same date.
 */
export function sumDays({
  zone,
  now,
  utcDays,
  arrivals: { slots, completeFrom },
}: {
  /** An IANA name. */
  readonly zone: string;
  readonly now: number;
  readonly utcDays: readonly DayStats[];
  readonly arrivals: Arrivals;
}): readonly ShownDay[] {
  const inUtc = new Map(utcDays.map((stats) => [stats.day, stats]));
  return listLastDays(zone, now).map(({ date, start, end }) => {
    if (start < completeFrom * SLOT_MS) {
      const { arrived = 0, spam = 0 } = inUtc.get(Date.parse(date) / DAY_MS) ?? {};
      return { date, arrived, spam };
    }
    const of = slots.filter(({ slot }) => slot * SLOT_MS >= start && slot * SLOT_MS < end);
    return {
      date,
      arrived: of.reduce((sum, { arrived }) => sum + arrived, 0),
      spam: of.reduce((sum, { spam }) => sum + spam, 0),
    };
  });
}
