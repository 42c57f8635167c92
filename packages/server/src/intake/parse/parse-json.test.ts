import fc from "fast-check";
import { DEFAULT_LIMITS } from "./limits.ts";
import { parseJson } from "./parse-json.ts";

const LIMITS = { ...DEFAULT_LIMITS, maxFields: 3, maxFieldBytes: 1_000_000 };
const parse = (text: string, limits = { ...LIMITS, maxFields: 1_000 }) =>
  parseJson(Buffer.from(text), limits);

it("converts every value to text", () => {
  expect(parse('{"a":"x","n":1.50,"t":true,"z":null,"o":{"k":[1]},"l":["p",2,{"q":3}]}')).toEqual([
    ["a", "x"],
    ["n", "1.50"],
    ["t", "true"],
    ["z", ""],
    ["o", '{"k":[1]}'],
    ["l[]", "p"],
    ["l[]", "2"],
    ["l[]", '{"q":3}'],
  ]);
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
      const text = JSON.stringify(value, null, isSpaced ? 2 : 0);

      expect(parse(text)).toEqual(pairsByTokens(text));
    }),
    { numRuns: 300 },
  );
});

it("agrees with JSON.parse on what is JSON, and with its tokens on the pairs", () => {
  const token = fc.oneof(
      fc.constantFrom("{", "}", "[", "]", ":", ",", " ", "\n", "null", "true", "false", "nul"),
      fc.constantFrom("0", "-1", "-", "01", "1.", "1.50", "1e5", "2E-3", ".5", "1e", "12345678901234567890"),
      fc.constantFrom('"', '"a"', '"a[]"', '"\\u00e9"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\ud83d\\ud83d\\ude00"'),
      fc.constantFrom('"\\/\\n\\"\\\\"', '"\\u0022\\u005c\\u000a\\u001F"', '"\\x"', '"\\u12"', '"\t"', '"é😀"', '"__proto__"'),
    ); // prettier-ignore
  const member = fc.tuple(fc.constantFrom('"a":', '"b[]":', ""), fc.array(token, { maxLength: 8 }));
  fc.assert(
    fc.property(fc.array(member, { maxLength: 4 }), (members) => {
      const inner = members.map(([name, tokens]) => name + tokens.join("")).join(",");
      const text = `{${inner}}`;

      expect(outcomeOf(() => parse(text))).toEqual(
        outcomeOf(() => {
          JSON.parse(text);
          return pairsByTokens(text);
        }),
      );
    }),
    { numRuns: 3_000 },
  );
});

it("stops at the limit of fields, before it reads the rest", () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `"f${n}":1`).join(",");

  expect(parse(`{${fields(27)}}`, LIMITS)).toHaveLength(27);
  expect(() => parse(`{${fields(28)} and no JSON`, LIMITS)).toThrow(/more than 3 fields/);
  expect(() => parse(`{"a":[${"1,".repeat(28)} and no JSON`, LIMITS)).toThrow(/more than 3 fields/);
});

it("stops inside a nested value that is too long", () => {
  const limits = { ...LIMITS, maxFieldBytes: 10 };

  expect(parse('{"a":{ "k" : [1] }}', limits)).toEqual([["a", '{"k":[1]}']]);
  expect(() => parse(`{"long":{"k":[${"[".repeat(20)} and no JSON`, limits)).toThrow(
    'The field "long" is larger than 10 bytes',
  );
});

it("ignores a byte order mark", () => {
  expect(parse('\ufeff{"a":"x"}')).toEqual([["a", "x"]]);
});

it("treats a member named __proto__ as data", () => {
  expect(parse('{"__proto__":"x"}')).toEqual([["__proto__", "x"]]);
});

it.each(["", "{", "[1]", '"text"', "null", "7", "{'a':1}"])("rejects %s as malformed", (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: "malformed" }));
});

it("rejects bytes that are not UTF-8", () => {
  expect(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), LIMITS)).toThrow(
    /cannot be parsed as JSON/,
  );
});

it.each([
  ['{"a":1,}', "unexpected character at byte 8"],
  ['{"a":[1,2', "it ends too early"],
  ['{"é":tru}', "unexpected character at byte 7"],
  ["<html>", "unexpected character at byte 1"],
])("says where %s is malformed", (text, where) => {
  expect(() => parse(text)).toThrow(where);
});

const outcomeOf = (run: () => unknown) => {
  try {
    return run();
  } catch {
    return "malformed";
  }
};

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

const wellFormed = (token: string) => (JSON.parse(token) as string).toWellFormed();

/** The pairs of a valid JSON object, from its tokens: slow, and independent of the parser. */
function pairsByTokens(json: string): [string, string][] {
  const tokens = [...json.matchAll(TOKEN)].map(([token]) => token);
  const pairs: [string, string][] = [];
  let at = 1;
  const nested = (): string => {
    let text = "";
    let depth = 0;
    do {
      const token = tokens[at++] ?? "";
      if (token === "{" || token === "[") depth += 1;
      if (token === "}" || token === "]") depth -= 1;
      text += token.includes("\\") ? JSON.stringify(wellFormed(token)) : token;
    } while (depth > 0);
    return text;
  };
  const add = (name: string) => {
    const text = nested();
    if (text.startsWith('"')) pairs.push([name, JSON.parse(text) as string]);
    else pairs.push([name, text === "null" ? "" : text]);
  };
  while ((tokens[at] ?? "").startsWith('"')) {
    const name = wellFormed(tokens[at] ?? "");
    at += 2;
    if (tokens[at] === "[") {
      at += 1;
      while (tokens[at] !== "]") {
        add(name.endsWith("[]") ? name : `${name}[]`);
        if (tokens[at] === ",") at += 1;
      }
      at += 1;
    } else {
      add(name);
    }
    at += 1;
  }
  return pairs;
}
