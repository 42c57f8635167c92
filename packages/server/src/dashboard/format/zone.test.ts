import { dayOf, dayRange, labelWithZone } from "./zone.ts";

const HOUR_MS = 3_600_000;

describe("a day of a time zone", () => {
  it.each([
    ["UTC", "2026-11-21", "2026-11-21T00:00:00.000Z", 24],
    ["Asia/Tokyo", "2026-11-21", "2026-11-20T15:00:00.000Z", 24],
    ["America/New_York", "2026-11-21", "2026-11-21T05:00:00.000Z", 24],
    ["Asia/Kathmandu", "2026-11-21", "2026-11-20T18:15:00.000Z", 24],
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
    // Begins at 01:00, since the clock skips midnight.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", 23],
    // Does not exist: the zone went over the date line.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0],
  ])("of %s, %s, begins at %s and has %d hours", (zone, day, start, hours) => {
    expect(dayRange(zone, day)).toEqual({
      start: Date.parse(start),
      end: Date.parse(start) + hours * HOUR_MS,
    });
  });

  const texts = ["2026-02-30", "2026-13-01", "0999-01-01", "2026-1-1", "2026-01-01T00:00", "", "x"];
  it.each(texts)("is not %j", (text) => {
    expect(dayRange("UTC", text)).toBeUndefined();
  });

  it("is found for a time", () => {
    const at = Date.parse("2026-11-20T15:00:00Z");

    expect([dayOf("Asia/Tokyo", at), dayOf("Asia/Tokyo", at - 1), dayOf("UTC", at)]).toEqual([
      "2026-11-21",
      "2026-11-20",
      "2026-11-20",
    ]);
  });

  it("is named with its zone unless that is the person's own", () => {
    expect(labelWithZone("From", { name: "UTC", source: "default" })).toBe("From (UTC)");
    expect(labelWithZone("From", { name: "Asia/Tokyo", source: "browser" })).toBe("From");
  });
});
