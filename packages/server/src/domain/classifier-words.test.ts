import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elapsedMs } from "../platform/clock.ts";
import { wordsOf } from "./classifier-words.ts";

const of = (message: string) => wordsOf([["message", message]]);

describe("the words of a submission", () => {
  it.each([
    ["share the beginning of their inflections", "Rankings RANKING", ["rankin"]],
    ["come in pairs of neighbours", "cheap loans", ["cheap", "loans", "cheap loans"]],
    ["name the hosts of links", "see https://www.Shop.example/a?b", ["//shop.example", "#links:1"]],
    ["name the hosts of addresses, and no person", "to ada@Mail.example", ["@mail.example"]],
    ["are pairs of signs where there are no spaces", "贷款放款", ["贷款", "款放", "放款"]],
    ["mark other alphabets", "привет", ["#script:cyrillic"]],
    ["mark mixed alphabets", "саsino and more", ["#mixed-letters"]],
    ["mark drawn letters", "hGtRkLpWqZxNvBd", ["#scrambled"]],
    ["mark money and percents", "only $49, 50% off!!", ["#money", "#percent", "#shouting"]],
    ["mark capitals", "BUY THIS NOW AND SAVE A LOT", ["#capitals"]],
  ])("%s", (_, message, expected) => {
    expect(of(message)).toEqual(expect.arrayContaining(expected));
  });

  it("are the same in plain ASCII as beside other letters", () => {
    const plain = of("Cheap loans from a.b@mail.example at https://x.example/y today, 100 of them");
    const beside = of(
      "Cheap loans from a.b@mail.example at https://x.example/y today, 100 of them \u00B7",
    );

    expect(beside).toEqual(plain);
  });

  it("are none for numbers alone", () => {
    expect(of("0171 555 01 34").filter((word) => !word.startsWith("#"))).toEqual([]);
  });

  it("are distinct and at most 240 and a few marks, whatever is sent", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
        const words = wordsOf([["message", texts]]);

        expect(new Set(words).size).toBe(words.length);
        expect(words.length).toBeLessThan(270);
      }),
    );
  });

  it.each(["a", "a@", "http://", "贷", "\u0301", "aA", "\uFDFA", "x.y@z "])(
    "of a megabyte of %j take no time",
    (piece) => {
      const startedAt = elapsedMs();

      const words = of(piece.repeat(1_000_000 / piece.length));

      expect(elapsedMs() - startedAt).toBeLessThan(1_000);
      expect(words.length).toBeLessThan(270);
    },
  );
});
