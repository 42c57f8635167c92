import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDuration } from "./duration.ts";

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
