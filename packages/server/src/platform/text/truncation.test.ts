import { createTextBudget, truncateAt } from "./truncation.ts";

it("truncates each text to its limit until the budget is spent", () => {
  const budget = createTextBudget({ maxCharacters: 1_000, maxBytes: 3_000 });

  const truncated = ["a", "b", "c", "d"].map((letter) => budget.truncate(letter.repeat(1_500)));

  expect(truncated.map(({ text, cut }) => [text.length, cut])).toEqual([
    [1_000, 500],
    [1_000, 500],
    [700, 800],
    [0, 1_500],
  ]);
  expect(budget.isSpent).toBe(true);
});

it.each(["<", "&", "你", "👩"])("counts %s as the bytes of its HTML", (letter) => {
  const budget = createTextBudget({ maxCharacters: 100_000, maxBytes: 10_000 });

  const { text } = budget.truncate(letter.repeat(20_000));

  const html = text.replaceAll(/[<&]/g, "&amp;");
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(10_000);
  expect(text.length).toBeGreaterThan(1_000);
});

it("does not split a surrogate pair", () => {
  expect(truncateAt("a👩b", 2)).toBe("a");
  expect(truncateAt("a👩b", 3)).toBe("a👩");
  expect(truncateAt("ab", 5)).toBe("ab");
});
