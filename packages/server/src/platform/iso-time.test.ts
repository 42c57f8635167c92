import fc from "fast-check";
import { isoTime, isoTimeOrNull } from "./iso-time.ts";

const FURTHEST = 8_640_000_000_000_000;

it("formats every time as Date does, in any order", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: -FURTHEST, max: FURTHEST }),
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.constantFrom(-FURTHEST, -1, 0, 86_399_999, 86_400_000, FURTHEST),
      ),
      (at) => {
        expect(isoTime(at)).toBe(new Date(at).toISOString());
      },
    ),
  );
});

it("throws for a number that is not a time", () => {
  expect(() => isoTime(Number.NaN)).toThrow(RangeError);
  expect(() => isoTime(Infinity)).toThrow(RangeError);
});

it("returns null for null", () => {
  expect([isoTimeOrNull(null), isoTimeOrNull(0)]).toEqual([null, "1970-01-01T00:00:00.000Z"]);
});
