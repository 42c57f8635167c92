import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { nextDigestAt, type ScheduleSettings } from "./notification-schedule.ts";
import { MAIL_DEFAULTS, WEEKDAYS } from "./settings.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS };
type Schedule = ScheduleSettings & { readonly notification_schedule: keyof typeof STEP_MS };
/** By which Antarctica/Casey set its clock back, more than any other zone. */
const LARGEST_STEP_BACK_MS = 3 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const DAILY: Schedule = { ...MAIL_DEFAULTS, notification_schedule: "daily" };

/** By default every day at 8. */
const next = (schedule: Partial<Schedule>, timezone: string, after: string) =>
  new Date(due({ ...DAILY, ...schedule }, timezone, Date.parse(after))).toISOString();

function due(schedule: Schedule, timezone: string, after: number): number {
  const at = nextDigestAt(schedule, timezone, after);
  if (at === undefined) throw new Error("There is no next digest.");
  return at;
}

describe("nextDigestAt", () => {
  it.each([
    ["an hour that does not exist", 2, "Europe/Berlin", "2026-03-28T12:00Z", "2026-03-29T01:00"],
    ["an hour that comes twice", 2, "Europe/Berlin", "2026-10-24T12:00Z", "2026-10-25T00:00"],
    ["the second time of that hour", 2, "Europe/Berlin", "2026-10-25T00:30Z", "2026-10-26T01:00"],
    ["a skipped midnight", 0, "America/Sao_Paulo", "2018-11-03T12:00Z", "2018-11-04T03:00"],
    ["another skipped midnight", 0, "Asia/Beirut", "2026-03-28T12:00Z", "2026-03-28T22:00"],
    ["a midnight that comes twice", 0, "America/Havana", "2026-10-31T12:00Z", "2026-11-01T04:00"],
    ["an hour that begins late", 1, "America/St_Johns", "2008-03-08T12:00Z", "2008-03-09T03:31"],
    ["a last hour that is skipped", 23, "America/Nuuk", "2026-03-28T12:00Z", "2026-03-29T01:00"],
    ["two hours that are skipped", 1, "Antarctica/Troll", "2026-03-28T12:00Z", "2026-03-29T01:00"],
    [
      "a clock set by half an hour",
      2,
      "Australia/Lord_Howe",
      "2026-10-03T12:00Z",
      "2026-10-03T15:30",
    ],
    ["an offset with 45 minutes", 8, "Asia/Kathmandu", "2026-03-28T12:00Z", "2026-03-29T02:15"],
    ["standard time in Ramadan", 8, "Africa/Casablanca", "2026-02-15T12:00Z", "2026-02-16T08:00"],
    ["a date that does not exist", 8, "Pacific/Apia", "2011-12-29T19:00Z", "2011-12-30T10:00"],
    ["an offset as a name", 8, "+05:30", "2026-03-28T12:00Z", "2026-03-29T02:30"],
    ["an unknown time zone", 8, "Mars/Olympus", "2026-03-28T12:00Z", "2026-03-29T08:00"],
  ])("takes the first moment of %s", (_, notification_hour, timezone, after, at) => {
    expect(next({ notification_hour }, timezone, after)).toBe(`${at}:00.000Z`);
  });

  it("is due in the week in which the weekday does not exist", () => {
    const friday = { notification_schedule: "weekly", notification_weekday: "friday" } as const;

    expect(next(friday, "Pacific/Apia", "2011-12-28T12:00Z")).toBe("2011-12-30T10:00:00.000Z");
    expect(next(friday, "Pacific/Apia", "2011-12-30T10:00Z")).toBe("2012-01-05T18:00:00.000Z");
  });

  it.each(["immediately", "off"] as const)("has no digest to send: %s", (notification_schedule) => {
    const settings = { ...MAIL_DEFAULTS, notification_schedule };

    expect(nextDigestAt(settings, "UTC", 0)).toBeUndefined();
  });

  it("is due later than the given moment, and not at it", () => {
    expect(next({}, "UTC", "2026-03-28T07:59:59.999Z")).toBe("2026-03-28T08:00:00.000Z");
    expect(next({}, "UTC", "2026-03-28T08:00Z")).toBe("2026-03-29T08:00:00.000Z");
  });

  it("is due once each hour, day or week of every time zone, in 2000 to 2040", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const begin = Date.UTC(2000, 0);
    const length = Date.UTC(2041, 0) - begin;

    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.nat({ max: length }),
        fc.option(fc.integer({ min: -15 * HOUR_MS, max: 3 * HOUR_MS })),
        fc.record({
          notification_schedule: fc.constantFrom("hourly", "daily", "weekly"),
          notification_hour: fc.nat({ max: 23 }),
          notification_weekday: fc.constantFrom(...WEEKDAYS),
        }),
        (timezone, sinceBegin, toChange, schedule) => {
          const local = localTime(timezone);
          const stepMs = STEP_MS[schedule.notification_schedule];
          const start = nearChange(timezone, begin + sinceBegin, toChange);
          let before = due(schedule, timezone, start);
          let labelBefore = lastDue(schedule, local(before));
          for (let count = 0; count < 20; count += 1) {
            const at = due(schedule, timezone, before);
            const label = lastDue(schedule, local(at));

            expect(at).toBeGreaterThan(before);
            // Neither the same one again, nor another one in between.
            expect(label).toBeGreaterThan(labelBefore);
            expect(local(at - SECOND_MS)).toBeLessThan(labelBefore + stepMs);
            expect(at - before).toBeLessThanOrEqual(stepMs + LARGEST_STEP_BACK_MS);
            for (let early = HOUR_MS / 2; early <= LARGEST_STEP_BACK_MS; early += HOUR_MS / 2) {
              expect(local(at - early)).toBeLessThan(label);
            }
            before = at;
            labelBefore = label;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** The local clock at a moment as if it were in UTC, computed without the library that the code uses. */
function localTime(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const part = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day, hour, minute, second } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/** The newest date and hour of the schedule that a local clock has reached. */
function lastDue(schedule: Schedule, local: number): number {
  const { notification_schedule: every, notification_hour, notification_weekday } = schedule;
  const stepMs = STEP_MS[every];
  const weekdayMs = FIRST_MONDAY_MS + WEEKDAYS.indexOf(notification_weekday) * DAY_MS;
  const first =
    (every === "hourly" ? 0 : notification_hour * HOUR_MS) + (every === "weekly" ? weekdayMs : 0);
  return Math.floor((local - first) / stepMs) * stepMs + first;
}

/** Moves a moment near the next change of the zone's offset, since nothing else is of interest. */
function nearChange(timezone: string, at: number, toChange: number | null): number {
  const change =
    toChange === null
      ? null
      : Temporal.Instant.fromEpochMilliseconds(at)
          .toZonedDateTimeISO(timezone)
          .getTimeZoneTransition("next");
  return change === null ? at : change.epochMilliseconds + (toChange ?? 0);
}
