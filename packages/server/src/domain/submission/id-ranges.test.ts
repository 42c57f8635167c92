import fc from "fast-check";
import { idsIn, rangesOf } from "./id-ranges.ts";

it("writes consecutive ids as a range", () => {
  expect(rangesOf([3, 4, 5, 9, 11, 12])).toBe("3-5,9,11-12");
});

it("reads back every ascending list of ids", () => {
  const ids = fc
    .uniqueArray(fc.integer({ min: 1, max: 300 }))
    .map((some) => some.toSorted((a, b) => a - b));

  fc.assert(
    fc.property(ids, (some) => {
      expect(idsIn(rangesOf(some))).toEqual(some);
    }),
  );
});
