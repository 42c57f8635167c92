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
  ])("counts the columns of %j as %i", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe("truncateTo", () => {
  it("never exceeds the given width and never splits a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.integer({ min: 1, max: 20 }),
        (text, width) => {
          const truncated = truncateTo(text, width);
          expect(displayWidth(truncated)).toBeLessThanOrEqual(width);
          expect(truncated.isWellFormed()).toBe(true);
          expect(truncated === text).toBe(displayWidth(text) <= width);
        },
      ),
    );
  });

  it("ends truncated text with an ellipsis", () => {
    expect(truncateTo("submission", 5)).toBe("subm…");
  });
});

describe("padTo", () => {
  it("counts columns, not characters", () => {
    expect(padTo("日", 4)).toBe("日  ");
  });
});
