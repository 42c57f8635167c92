import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifierWords } from "./classifier-words.ts";

const of = (message: string) => classifierWords([["message", message]]);

describe("classifierWords", () => {
  it.each([
    ["cuts words to a stem", "Rankings RANKING", ["rankin"]],
    ["adds pairs of neighboring words", "cheap loans", ["cheap", "loans", "cheap loans"]],
    ["adds the hosts of links", "see https://www.Shop.example/a?b", ["//shop.example", "#links:1"]],
    [
      "adds the hosts of e-mail addresses, without the person",
      "to ada@Mail.example",
      ["@mail.example"],
    ],
    ["adds pairs of characters in scripts without spaces", "贷款放款", ["贷款", "款放", "放款"]],
    ["marks other scripts", "привет", ["#script:cyrillic"]],
    ["marks mixed alphabets", "саsino and more", ["#mixed-letters"]],
    ["marks random letters", "hGtRkLpWqZxNvBd", ["#scrambled"]],
    ["marks money and percentages", "only $49, 50% off!!", ["#money", "#percent", "#shouting"]],
    ["marks capitals", "BUY THIS NOW AND SAVE A LOT", ["#capitals"]],
  ])("%s", (_, message, expected) => {
    expect(of(message)).toEqual(expect.arrayContaining(expected));
  });

  it("finds the same words in ASCII text and in text with other characters", () => {
    const ascii = of("Cheap loans from a.b@mail.example at https://x.example/y today, 100 of them");
    const other = of(
      "Cheap loans from a.b@mail.example at https://x.example/y today, 100 of them \u00B7",
    );

    expect(other).toEqual(ascii);
  });

  it("finds no words in numbers", () => {
    expect(of("0171 555 01 34").filter((word) => !word.startsWith("#"))).toEqual([]);
  });

  it("returns distinct words, at most 240 and a few marks, for any text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
        const words = classifierWords([["message", texts]]);

        expect(new Set(words).size).toBe(words.length);
        expect(words.length).toBeLessThan(270);
      }),
    );
  });

  it.each(["a", "a@", "http://", "贷", "\u0301", "aA", "\uFDFA", "x.y@z "])(
    "runs quickly on a megabyte of %j",
    (piece) => {
      const startedAt = performance.now();

      const words = of(piece.repeat(1_000_000 / piece.length));

      expect(performance.now() - startedAt).toBeLessThan(1_000);
      expect(words.length).toBeLessThan(270);
    },
  );
});
