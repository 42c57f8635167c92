import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonMembers } from "./json-members.ts";
import { parseJson } from "./parse-json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("parseJson", () => {
  it("converts every value to text", () => {
    expect(parse('{"a":"x","n":1.50,"t":true,"z":null,"o":{"k":[1]},"l":["p",2,{"q":3}]}')).toEqual(
      [
        ["a", "x"],
        ["n", "1.50"],
        ["t", "true"],
        ["z", ""],
        ["o", '{"k":[1]}'],
        ["l[]", "p"],
        ["l[]", "2"],
        ["l[]", '{"q":3}'],
      ],
    );
  });

  it("keeps the order, repeated names and every digit", () => {
    expect(parse('{"b":1,"10":2,"2":3,"b":12345678901234567890}')).toEqual([
      ["b", "1"],
      ["10", "2"],
      ["2", "3"],
      ["b", "12345678901234567890"],
    ]);
  });

  it("writes nested values without whitespace and without needless escapes", () => {
    expect(
      parse('{ "o" : { "k" : [ 1.0 , "\\u00e9" ] } , "l" : [ [ 1 , 2 ] , { } ], "e": [ ] }'),
    ).toEqual([
      ["o", '{"k":[1.0,"é"]}'],
      ["l[]", "[1,2]"],
      ["l[]", "{}"],
    ]);
  });

  it("accepts any depth", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);

    expect(parse(`{"a":{"b":${deep}}}`)).toEqual([["a", `{"b":${deep}}`]]);
  });

  it("agrees with JSON.parse on every object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (value, isSpaced) => {
        const read = jsonMembers(JSON.stringify(value, null, isSpaced ? 2 : 0)).map(
          ([name, text]): [string, unknown] => [
            name,
            typeof text === "string"
              ? JSON.parse(text)
              : text.map((item) => JSON.parse(item) as unknown),
          ],
        );

        expect(read).toEqual(Object.entries(JSON.parse(JSON.stringify(value)) as object));
      }),
    );
  });

  it("treats a member named __proto__ as data", () => {
    expect(parse('{"__proto__":"x"}')).toEqual([["__proto__", "x"]]);
  });

  it.each(["", "{", "[1]", '"text"', "null", "7", "{'a':1}"])("rejects %s as malformed", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "malformed" }));
  });

  it("rejects bytes that are not UTF-8", () => {
    expect(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toThrow(
      /cannot be parsed as JSON/,
    );
  });
});
