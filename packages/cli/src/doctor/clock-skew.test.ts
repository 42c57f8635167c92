import { describe, expect, it } from "vitest";
import { clockSkew } from "./clock-skew.ts";

const AT = "Sat, 21 Nov 2026 11:00:00 GMT";
const now = Date.parse(AT);

describe("clockSkew", () => {
  it.each([
    [0, false, "agrees"],
    [59_000, false, "agrees"],
    [120_000, true, "120 s ahead of"],
    [-3_600_000, true, "3600 s behind"],
  ])("of %i ms is large: %j", (ms, isLarge, text) => {
    expect(clockSkew(AT, now + ms)).toEqual({ isLarge, sentence: expect.stringContaining(text) });
  });

  it.each([[undefined], [""], ["soon"]])("is undefined for the date %j", (date) => {
    expect(clockSkew(date, now)).toBeUndefined();
  });
});
