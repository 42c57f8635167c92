import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("parseJson", () => {
  it("makes text of every value", () => {
    expect(parse('{"a":"x","n":1.50,"t":true,"z":null,"o":{"k":[1]},"l":["p",2,{"q":3}]}')).toEqual(
      [
        ["a", "x"],
        ["n", "1.5"],
        ["t", "true"],
        ["z", ""],
        ["o", '{"k":[1]}'],
        ["l[]", "p"],
        ["l[]", "2"],
        ["l[]", '{"q":3}'],
      ],
    );
  });

  it("takes a member named __proto__ as data", () => {
    expect(parse('{"__proto__":"x"}')).toEqual([["__proto__", "x"]]);
  });

  it.each(["", "{", "[1]", '"text"', "null", "7", "{'a':1}"])("refuses %s as malformed", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "malformed" }));
  });

  it("refuses bytes that are no UTF-8", () => {
    expect(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toThrow(
      /cannot be read as JSON/,
    );
  });
});
