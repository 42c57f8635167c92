import fc from "fast-check";
import { DEFAULT_LIMITS } from "./limits.ts";
import { parseUrlencoded } from "./parse-urlencoded.ts";

it.each([
  ["", []],
  ["&&", []],
  ["a", [["a", ""]]],
  ["=", [["", ""]]],
  ["=b", [["", "b"]]],
  ["a=b=c", [["a", "b=c"]]],
  [
    "a=1&&b=2&",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["a+b=%2B+%26", [["a b", "+ &"]]],
  ["a%3Db=1", [["a=b", "1"]]],
  ["a=%", [["a", "%"]]],
  ["a=%4", [["a", "%4"]]],
  ["a=%4g%zz", [["a", "%4g%zz"]]],
  ["a=%C3%A9%c3%a9é", [["a", "ééé"]]],
  ["a=%FF%C3", [["a", "\ufffd\ufffd"]]],
  ["%EF%BB%BFa=1", [["\ufeffa", "1"]]],
])("parses %j as %j", (body, pairs) => {
  expect(parseUrlencoded(Buffer.from(body), DEFAULT_LIMITS)).toEqual(pairs);
});

it("stops at the limit of fields, with some pairs to spare for control fields", () => {
  const limits = { ...DEFAULT_LIMITS, maxFields: 3 };

  expect(parseUrlencoded(Buffer.from("a&".repeat(27)), limits)).toHaveLength(27);
  expect(() => parseUrlencoded(Buffer.from("a&".repeat(28)), limits)).toThrow(/more than 3 fields/);
});

it("agrees with URLSearchParams on any body", () => {
  const piece = fc.oneof(
    fc.constantFrom("&", "=", "+", "%", "%2", "%41", "%e2%82%ac", "%ff", "%00", "€", "\ufeff"),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const body = pieces.join("").toWellFormed();
      // URLSearchParams drops a leading question mark, and garbles unescaped non-ASCII characters
      // next to broken escapes. Escaped, these characters mean the same.
      const escaped = body.replaceAll(/[^\0-\x7f]/gu, encodeURIComponent);
      fc.pre(!body.startsWith("?"));

      expect(parseUrlencoded(Buffer.from(body), DEFAULT_LIMITS)).toEqual([
        ...new URLSearchParams(escaped),
      ]);
    }),
    { numRuns: 1_000 },
  );
});
