import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, truncateTo, padTo } from "./display-width.ts";

describe("displayWidth", () => {
  it.each([
    ["abc", 3],
    ["", 0],
    ["日本", 4],
    ["e\u0301", 1],
    ["👍🏽", 2],
    ["ﾊﾝ", 2],
  ])("of %j is %i", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe("fitTo", () => {
  it("never takes more room than given and cuts no character in two", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.integer({ min: 1, max: 20 }),
        (text, width) => {
          const fitted = truncateTo(text, width);
          expect(displayWidth(fitted)).toBeLessThanOrEqual(width);
          expect(fitted.isWellFormed()).toBe(true);
          expect(fitted === text).toBe(displayWidth(text) <= width);
        },
      ),
    );
  });

  it("says by … that something is missing", () => {
    expect(truncateTo("submission", 5)).toBe("subm…");
  });
});

describe("padTo", () => {
  it("counts columns, not characters", () => {
    expect(padTo("日", 4)).toBe("日  ");
  });
});
