import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeOf } from "./attachment-range.ts";

describe("a range in a file of ten bytes", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["bytes=0-9", { start: 0, end: 9 }],
    ["bytes=3-", { start: 3, end: 9 }],
    ["Bytes=3-5", { start: 3, end: 5 }],
    ["bytes=-3", { start: 7, end: 9 }],
    ["bytes=-99", { start: 0, end: 9 }],
    ["bytes=0-99999999999999999999", { start: 0, end: 9 }],
    ["bytes=10-", "outside"],
    ["bytes=99999999999999999999-", "outside"],
    ["bytes=-0", "outside"],
    ["bytes=5-3", undefined],
    ["bytes=-", undefined],
    ["bytes=0-1,3-4", undefined],
    ["lines=0-1", undefined],
    ["bytes=a-b", undefined],
    ["bytes=--1", undefined],
  ])("requested as %j is %j", (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });
});

it("a range is always within the file", () => {
  const number = fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n }), { nil: "" });
  fc.assert(
    fc.property(number, number, fc.nat(1_000), (from, to, size) => {
      const range = rangeOf(`bytes=${from}-${to}`, size);

      if (range === undefined || range === "outside") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
