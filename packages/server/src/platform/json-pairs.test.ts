import fc from "fast-check";
import { jsonPairs } from "./json-pairs.ts";

const text = fc.string({ unit: "binary", maxLength: 8 });
const pairs = fc.array(fc.tuple(text, fc.oneof(text, fc.array(text, { maxLength: 3 }))), {
  maxLength: 6,
});

it("returns each name and value as JSON, with or without spaces", () => {
  fc.assert(
    fc.property(pairs, fc.constantFrom(undefined, 1), (given, indent) => {
      const cut = jsonPairs(JSON.stringify(given, null, indent));

      const json = (of: unknown) => JSON.stringify(of);
      expect(cut.pairs).toEqual(given.map(([n, v]) => ({ name: json(n), value: json(v) })));
      expect(cut.value()).toEqual(given);
    }),
  );
});

it.each([
  ['[["a","1"],["b","2"]]', true],
  ['[["a","1"],["a","2"]]', false],
  ['[["1","1"]]', false],
  ['[["","1"]]', true],
  ["[]", true],
])("decides whether the names of %s are distinct: %s", (json, expected) => {
  expect(jsonPairs(json).areDistinct).toBe(expected);
});

it.each([
  "",
  "[",
  '[["a"',
  '[["a","b"]',
  '[["a","b"]]x',
  '[["a","b"],]',
  '[["a",["b"]',
  '[["a\\","b"]]',
])("rejects %s, which is not JSON", (json) => {
  expect(() => jsonPairs(json)).toThrow(SyntaxError);
});
