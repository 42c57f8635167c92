import fc from "fast-check";
import { compilePattern, MAX_PATTERN_VALUE } from "./pattern.ts";

const compiled = (source: string) => {
  const pattern = compilePattern(source);
  if ("problem" in pattern) throw new Error(pattern.problem);
  return pattern;
};
const problemOf = (source: string) => {
  const pattern = compilePattern(source);
  return "problem" in pattern ? pattern.problem : undefined;
};

const inBrowser = (source: string, text: string) => new RegExp(`^(?:${source})$`, "v").test(text);

describe("a pattern", () => {
  const ATOMS = String.raw`a b ab é 😀 0 - \- \. . \d \D \w \W \s \S \b \B ^ $ [ab] [^ab] [a-c0] [\s\d]
    [^\s] [\S] [^\S] [\w.\-] [^^] \p{L} \P{L} [\p{Lu}\d] \p{sc=Greek} \x41 \u0041 \u{1f600} \n \t \v \0 \cJ
    \/ \{ # ,`;
  const atom = fc.constantFrom(" ", ...ATOMS.split(/\s+/));
  const source = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => one + other),
      fc.tuple(tie("node"), tie("node")).map(([one, other]) => `${one}|${other}`),
      fc
        .tuple(fc.constantFrom("(", "(?:", "(?<n>"), tie("node"))
        .map(([begin, one]) => `${begin}${one})`),
      fc
        .tuple(tie("node"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "+?", "*?"))
        .map(([one, times]) => `(?:${one})${times}`),
    ),
  })).node;
  const text = fc.string({
    unit: fc.constantFrom(...Array.from("ab cé😀0-.Aα\n\r\t\v\f\0\u00a0\u2028\ufeff,#/^{_")),
    maxLength: 6,
  });

  it("accepts the same texts as in a browser", () => {
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 5, maxLength: 5 }), (pattern, texts) => {
        fc.pre(isValid(pattern));
        const { matches } = compiled(pattern);

        for (const one of texts) {
          expect([pattern, one, matches(one)]).toEqual([pattern, one, inBrowser(pattern, one)]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["(?=.*\\d).+", /looks ahead or behind/],
    ["(?<!a)b", /looks ahead or behind/],
    ["(?i:a)", /cannot check|browsers accept/],
    ["(a)\\1", /contains \\1/],
    ["(?<x>a)\\k<x>", /contains \\k/],
    ["[[a-z]--[aeiou]]", /set operations/],
    ["[[:alpha:]]", /set operations/],
    ["[\\w.-]", /browsers accept/],
    ["a)(b", /browsers accept/],
    ["(", /browsers accept/],
    ["\\p{Emoji}", /Unicode property/],
    ["\\ud83d\\ude00", /half of a character/],
    ["(?:a{1000}){1000}", /repeat count|too large/],
    ["(?:[ab]{30}){30}[ab]{300}", /too large|repeat count/],
  ])("refuses %s, which cannot be checked safely", (pattern, reason) => {
    expect(problemOf(pattern)).toMatch(reason);
  });

  it("never matches values that are longer than the limit", () => {
    const { matches } = compiled("a*");

    expect(matches("a".repeat(MAX_PATTERN_VALUE))).toBe(true);
    expect(matches("a".repeat(MAX_PATTERN_VALUE + 1))).toBe(false);
  });

  it.each([
    "(?:a+)+",
    "(?:a|a)*",
    "(?:a|aa)+",
    "(?:.*a){12}",
    "(?:a?){90}a{90}",
    "(?:x+x+)+y",
    "a*a*a*a*a*b",
    "a?a?a+a{90}b",
    "a*a{290}b",
  ])("of the kind %s, exponential in other engines, answers for the longest value", (pattern) => {
    const { matches } = compiled(pattern);

    expect(matches(`${"a".repeat(MAX_PATTERN_VALUE - 1)}!`)).toBe(false);
  });
});

function isValid(source: string): boolean {
  try {
    return new RegExp(source, "v").source !== "";
  } catch {
    return false;
  }
}
