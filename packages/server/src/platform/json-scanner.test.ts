import fc from "fast-check";
import { jsonProblem } from "./json-scanner.ts";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it.each([
  ["", 0, /too early/],
  ["  ", 2, /too early/],
  ['{"a":1', 6, /too early/],
  ["[1,2", 4, /too early/],
  ['{"a":}', 5, /a value/],
  ['{"a" 1}', 5, /colon/],
  ['{"a":1,}', 7, /name in quotes/],
  ["[1,]", 3, /a value/],
  ["[1 2]", 3, /comma/],
  ['{"a":1]', 6, /comma/],
  ["{a:1}", 1, /name in quotes/],
  ["[1] 2", 4, /after the end/],
  ["[tru]", 1, /a value/],
  ["[01]", 2, /comma/],
  ["[1.]", 3, /a digit/],
  ["[.5]", 1, /a value/],
  ['["a\nb"]', 3, /line break/],
  [String.raw`["\x"]`, 2, /backslash/],
  [String.raw`["\u12g4"]`, 2, /backslash/],
  ['["abc', 5, /not closed/],
  ["[1,\u00a02]", 3, /a value/],
])("%j is invalid at the position", (text, offset, words) => {
  expect(jsonProblem(text)).toMatchObject({ offset });
  expect(jsonProblem(text)?.message).toMatch(words);
});

it("is accepted exactly if JSON.parse accepts it", () => {
  const token = fc.constantFrom(
    ...'{}[],:"\\ \n\t0123456789-+.eEtfn'.split(""),
    "true",
    "null",
    '"a"',
    '"a":',
    String.raw`\u00e9`,
    String.raw`"\\"`,
    "-0.5e+3",
  );
  const text = fc.oneof(
    fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join("")),
    fc.tuple(fc.json(), fc.nat(), fc.nat(3), token).map(([json, at, cut, put]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + put + json.slice(place + cut);
    }),
    fc.json(),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(jsonProblem(given) === undefined).toBe(isJson(given));
    }),
    { numRuns: 5_000 },
  );
});

it("can be nested to any depth", () => {
  expect(jsonProblem("[".repeat(500_000) + "]".repeat(500_000))).toBeUndefined();
});
