import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../domain/errors.ts";
import { toFields, type Pair } from "./fields.ts";
import { DEFAULT_LIMITS } from "./limits.ts";

const fold = (pairs: readonly Pair[], over = {}) => toFields(pairs, { ...DEFAULT_LIMITS, ...over });

describe("toFields", () => {
  it("keeps names and order as sent", () => {
    const pairs: Pair[] = [
      ["2", "b"],
      ["10", "a"],
      ["__proto__", "x"],
      ["", "nameless"],
    ];

    expect(fold(pairs)).toEqual(pairs);
  });

  it("makes a list of a repeated name, where it first stood", () => {
    expect(
      fold([
        ["a", "1"],
        ["b", "2"],
        ["a", "3"],
      ]),
    ).toEqual([
      ["a", ["1", "3"]],
      ["b", "2"],
    ]);
  });

  it("makes a list of name[], under name, even of one", () => {
    expect(
      fold([
        ["a[]", "1"],
        ["[]", "x"],
      ]),
    ).toEqual([
      ["a", ["1"]],
      ["[]", "x"],
    ]);
  });

  it("replaces what cannot be stored", () => {
    expect(fold([["a\0", "x\ud800y"]])).toEqual([["a\uFFFD", "x\uFFFDy"]]);
  });

  it("names the field that is too large, in bytes and not in characters", () => {
    expect(() => fold([["note", "é".repeat(6)]], { maxFieldBytes: 11 })).toThrow(
      /"note" is larger than 11 bytes/,
    );
    expect(fold([["note", "é".repeat(6)]], { maxFieldBytes: 12 })).toHaveLength(1);
  });

  it("names the limit of fields", () => {
    expect(() =>
      fold(
        [
          ["a", ""],
          ["a", ""],
          ["a", ""],
        ],
        { maxFields: 2 },
      ),
    ).toThrow(/more than 2 fields/);
  });

  it("loses no value, whatever the names", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 50 }), (pairs) => {
        const values = fold(pairs).flatMap(([, value]) => value);

        const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1));
        expect(sorted(values)).toEqual(
          sorted(pairs.map(([, value]) => value.toWellFormed().replaceAll("\0", "\uFFFD"))),
        );
      }),
    );
  });

  it("refuses with an error of its own kind", () => {
    expect(() => fold([["a", "b"]], { maxFields: 0 })).toThrow(AppError);
  });
});
