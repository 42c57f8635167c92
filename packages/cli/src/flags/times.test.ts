import fc from "fast-check";
import { parseDuration, parseSince, parseExpiry } from "./times.ts";

describe("parseDuration", () => {
  it.each([
    ["500ms", 500],
    ["30s", 30_000],
    ["5m", 300_000],
    ["1h", 3_600_000],
    ["2d", 172_800_000],
    ["0s", 0],
  ])("reads %s as %i ms", (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each([
    "",
    "5",
    "s",
    "-5s",
    "5 s",
    "1h30m",
    "1.5h",
    "5S",
    "5sec",
    "9999999999s",
    " 5s",
    "5s\n",
  ])("returns undefined for %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it("returns whole, non-negative milliseconds or undefined", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9msdh.\- ]{0,12}$/), (text) => {
        const durationMs = parseDuration(text) ?? 0;
        expect(Number.isSafeInteger(durationMs) && durationMs >= 0).toBe(true);
      }),
    );
  });
});

const clock = { now: () => Date.parse("2026-02-01T12:00:00.000Z") };

describe("parseSince", () => {
  it.each([
    ["2h", "2026-02-01T10:00:00.000Z"],
    ["1d", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T12:00", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"],
  ])("reads %s as %s", (text, expected) => {
    expect(parseSince("--since", text, clock)).toBe(expected);
  });

  const texts = ["", "yesterday", "2026-13-01", "2026-02-30x", "12:00", "1e9", "January 5", "2026"];
  it.each(texts)("rejects %j with exit code 2", (text) => {
    expect(() => parseSince("--since", text, clock)).toThrow(expect.objectContaining({ exit: 2 }));
  });
});

describe("parseExpiry", () => {
  it.each([
    ["never", { expires_at: null }],
    ["1m", { expires_in: 60 }],
    ["12h", { expires_in: 43_200 }],
    ["90d", { expires_in: 7_776_000 }],
    ["90500ms", { expires_in: 91 }],
    ["2026-12-31", { expires_at: "2026-12-31T00:00:00Z" }],
    ["2026-12-31T12:00:00+02:00", { expires_at: "2026-12-31T12:00:00+02:00" }],
  ])("reads %s as %j", (text, expected) => {
    expect(parseExpiry(text)).toEqual(expected);
  });

  it.each(["", "0s", "59s", "3651d", "999999999d", "-1d", "1y", "tomorrow", "2026-13-01", "Never"])(
    "rejects %j with exit code 2",
    (text) => {
      expect(() => parseExpiry(text)).toThrow(expect.objectContaining({ exit: 2 }));
    },
  );
});
