import fc from "fast-check";
import { fold, searchText, trigrams } from "./folded-text.ts";

/** The definition: each character by itself. Takes a microsecond a character. */
const foldEach = (text: string) =>
  Array.from(text.toWellFormed(), (character) =>
    character === "\0" || character === "\u0001"
      ? "\ufffd"
      : character === "İ"
        ? "i"
        : Array.from(character.toUpperCase(), (letter) => letter.toLowerCase()).join(""),
  ).join("");

describe("folding", () => {
  it.each([
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["ΟΔΟΣ", "οδοσ"],
    ["İstanbul", "istanbul"],
    ["ISPARTA", "ısparta"],
    ["ÅNGSTRÖM", "ångström"],
    ["a\0b", "a\ufffdb"],
    ["a\ud800b", "a\ufffdb"],
    ["\u{10400}", "\u{10428}"],
  ])("folds %j and %j to the same text", (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it("keeps every part of a text a part of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), fc.nat(), (text, from, length) => {
        const letters = Array.from(text);
        const start = from % (letters.length + 1);
        const part = letters.slice(start, start + (length % 5)).join("");

        expect(fold(text)).toContain(fold(part));
      }),
    );
  });

  it("replaces the separator of values", () => {
    expect(fold("\u0001")).toBe("\ufffd");
    expect(
      searchText([
        ["a", "One"],
        ["b", ["Two", "Three"]],
      ]),
    ).toBe("one\u0001two\u0001three");
  });
});

describe("trigrams", () => {
  it.each([
    ["", []],
    ["ab", []],
    ["abc", ["abc"]],
    ["abcd", ["abc", "bcd"]],
    ["😀😀😀😀", ["😀😀😀"]],
  ])("of %j", (text, expected) => {
    expect(trigrams(text)).toEqual(expected);
  });

  it("are at most twelve, all contained in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const found = trigrams(text);

        expect(found.length).toBeLessThanOrEqual(12);
        for (const gram of found) expect(text).toContain(gram);
      }),
    );
  });

  it("folds each character by itself, wherever it stands", () => {
    const cased = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => letter.toUpperCase() !== letter || letter.toLowerCase() !== letter,
    );
    const all = ["Σ", " ", "a"].flatMap((next) => [cased.join(next), cased.join("") + next]);
    const text = fc.string({ unit: "binary", maxLength: 20 });

    expect(all.map(fold)).toEqual(all.map(foldEach));
    fc.assert(
      fc.property(text, (one) => {
        expect(fold(one)).toBe(foldEach(one));
      }),
    );
  });
});
