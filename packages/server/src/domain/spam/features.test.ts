import fc from "fast-check";
import { classifiedText, featureOfMark, featuresOf, featuresOfWord } from "./features.ts";
import { marksOf } from "./marks.ts";

const of = (text: string) => [...featuresOf(text)];
const shared = (a: readonly number[], b: readonly number[]) => a.filter((one) => b.includes(one));

describe("the features of a text", () => {
  it("are distinct, bounded, and the same each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
        const first = of(classifiedText([["message", text]]));
        expect(of(classifiedText([["message", text]]))).toEqual(first);
        expect(new Set(first).size).toBe(first.length);
        expect(first.length).toBeLessThan(20_000);
      }),
      { numRuns: 200 },
    );
  });

  it("contain those of its words and marks", () => {
    const whole = of("Visit our casino now!!");

    expect(shared([...featuresOfWord("casino")], whole)).toHaveLength(
      featuresOfWord("casino").length,
    );
    expect(whole).toContain(featureOfMark("shouting")[0]);
  });

  it("ignore case, and spaces at the ends and between words", () => {
    expect(of("Buy  casino\r\nbonus ")).toEqual(of("buy casino bonus"));
  });

  it("are shared by inflections of a word and by neighbors in scripts without spaces", () => {
    expect(
      shared([...featuresOfWord("rankings")], [...featuresOfWord("ranking")]).length,
    ).toBeGreaterThan(4);
    expect(shared(of("娱乐城彩金"), of("线上娱乐城")).length).toBeGreaterThan(2);
  });

  it("see through compatibility forms and invisible characters", () => {
    expect(of(classifiedText([["m", "ｃａｓｉｎｏ"]]))).toEqual(of("casino\n"));
    expect(of(classifiedText([["m", "cas\u200Bino"]]))).toEqual(of("casino\n"));
  });

  it("are made from the first 2,000 characters of all values together", () => {
    const text = classifiedText([
      ["a", "x".repeat(1_500)],
      ["b", ["y".repeat(400), "z".repeat(400)]],
      ["c", "never read"],
    ]);

    expect(text.replaceAll("\n", "")).toHaveLength(2_000);
    expect(text).not.toContain("never");
  });
});

it.each([
  ["https://a.example", ["links:1", "links:alone", "short"]],
  [
    "Please see https://a.example and https://b.example and also https://c.example, as we said on the phone.",
    ["links:many"],
  ],
  ['<a href="x">', ["markup", "short"]],
  [
    "It costs $20, or 3 % less. WHAT A GREAT PRICE FOR ALL OF YOU!!",
    ["money", "percent", "shouting", "capitals"],
  ],
  ["Привет", ["short", "script:cyrillic"]],
  ["Рaypal", ["short", "script:cyrillic", "mixed-letters"]],
  ["Nice 🎉", ["short", "emoji"]],
  ["", ["short"]],
])("the marks of a text of %j are %j", (text, marks) => {
  expect([...marksOf(text)]).toEqual(marks);
});
