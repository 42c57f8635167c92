/** When digests are due: by the hour and the weekday of a time zone, across changes of its offset. */
import { Temporal } from "temporal-polyfill";
import { timeZoneOrUtc } from "../../platform/time-zone.ts";
import { type MailSettings, WEEKDAYS } from "./settings.ts";

export type ScheduleSettings = Pick<
  MailSettings,
  "notification_schedule" | "notification_hour" | "notification_weekday"
>;

/**
 * The first moment after `after` at which a digest is due. Both are in milliseconds since the Unix epoch.
 *
 * Every hour, or every date with the hour of the schedule, is due once: at the first moment at which the local
 * clock shows that date and hour or later. So an hour that the clock skips is due when the clock has skipped
 * it, and so is a date; an hour that comes twice is due the first time.
 *
 * @param timezone A name of the IANA database. One that this version of Node does not know counts as UTC.
 * @returns `undefined` if notifications are sent immediately or not at all.
 */
export function nextDigestAt(
  settings: ScheduleSettings,
  timezone: string,
  after: number,
): number | undefined {
  const { notification_schedule: schedule } = settings;
  if (schedule === "immediately" || schedule === "off") return undefined;
  const zone = timeZoneOrUtc(timezone);
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(after))
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  let due = newestDue(schedule, settings, local);
  for (;;) {
    const at = firstMomentOf(due, zone);
    if (at > after) return at;
    due = due.add(STEPS[schedule]);
  }
}

const STEPS = { hourly: { hours: 1 }, daily: { days: 1 }, weekly: { weeks: 1 } } as const;

/** A date and hour of the schedule that is not later than the next one: today's, or that of the past week. */
function newestDue(
  schedule: keyof typeof STEPS,
  { notification_hour: hour, notification_weekday: weekday }: ScheduleSettings,
  local: Temporal.PlainDateTime,
): Temporal.PlainDateTime {
  if (schedule === "hourly") return local.round({ smallestUnit: "hour", roundingMode: "floor" });
  const today = local.toPlainDate().toPlainDateTime({ hour });
  if (schedule === "daily") return today;
  return today.subtract({ days: (local.dayOfWeek - 1 - WEEKDAYS.indexOf(weekday) + 7) % 7 });
}

/** The first moment at which the local clock shows this time or a later one. */
function firstMomentOf(time: Temporal.PlainDateTime, zone: string): number {
  const earlier = time.toZonedDateTime(zone, { disambiguation: "earlier" });
  const isSkipped = !earlier.toPlainDateTime().equals(time);
  const moment = isSkipped ? (earlier.getTimeZoneTransition("next") ?? earlier) : earlier;
  return moment.epochMilliseconds;
}
