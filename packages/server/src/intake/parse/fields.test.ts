import fc from "fast-check";
import { toFields, type Pair } from "./fields.ts";
import { DEFAULT_LIMITS } from "./limits.ts";

const fieldsOf = (pairs: readonly Pair[], over = {}) =>
  toFields(pairs, { ...DEFAULT_LIMITS, ...over });

it("keeps names and order as sent", () => {
  const pairs: Pair[] = [
    ["2", "b"],
    ["10", "a"],
    ["__proto__", "x"],
    ["", "nameless"],
  ];

  expect(fieldsOf(pairs)).toEqual(pairs);
});

it("makes a list of a repeated name, at the position of the first", () => {
  expect(
    fieldsOf([
      ["a", "1"],
      ["b", "2"],
      ["a", "3"],
    ]),
  ).toEqual([
    ["a", ["1", "3"]],
    ["b", "2"],
  ]);
});

it("makes a list of name[], under name, even of one value", () => {
  expect(
    fieldsOf([
      ["a[]", "1"],
      ["[]", "x"],
    ]),
  ).toEqual([
    ["a", ["1"]],
    ["[]", "x"],
  ]);
});

it("replaces characters that cannot be stored", () => {
  expect(fieldsOf([["a\0", "x\ud800y"]])).toEqual([["a\uFFFD", "x\uFFFDy"]]);
});

it("rejects a field that is too large, measured in bytes", () => {
  expect(() => fieldsOf([["note", "é".repeat(6)]], { maxFieldBytes: 11 })).toThrow(
    /"note" is larger than 11 bytes/,
  );
  expect(fieldsOf([["note", "é".repeat(6)]], { maxFieldBytes: 12 })).toHaveLength(1);
});

it("loses no value, for any names", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 50 }), (pairs) => {
      const values = fieldsOf(pairs).flatMap(([, value]) => value);

      const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1));
      expect(sorted(values)).toEqual(
        sorted(pairs.map(([, value]) => value.toWellFormed().replaceAll("\0", "\uFFFD"))),
      );
    }),
  );
});
