import fc from "fast-check";
import { indentJson } from "./indent-json.ts";

it("adds line breaks and changes nothing else", () => {
  const text = '{"b":[1,{"2":"x, {y}: \\"z\\""},[]],"10":1.50,"b":{},"big":12345678901234567890}';

  expect(indentJson(text)).toBe(`{
  "b": [
    1,
    {
      "2": "x, {y}: \\"z\\""
    },
    []
  ],
  "10": 1.50,
  "b": {},
  "big": 12345678901234567890
}`);
});

it("indents like JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it.each(["", "name=Ada", '{"a":', "<a>1</a>"])("returns %j unchanged", (text) => {
  expect(indentJson(text)).toBe(text);
});
