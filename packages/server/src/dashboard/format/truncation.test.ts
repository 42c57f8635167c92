import { expect, it } from "vitest";
import { truncateAt, createTextBudget } from "./truncation.ts";

it("gives each text its share until the page is full", () => {
  const room = createTextBudget({ each: 1_000, bytes: 3_000 });

  const fitted = ["a", "b", "c", "d"].map((letter) => room.truncate(letter.repeat(1_500)));

  expect(fitted.map(({ text, cut }) => [text.length, cut])).toEqual([
    [1_000, 500],
    [1_000, 500],
    [700, 800],
    [0, 1_500],
  ]);
  expect(room.isSpent).toBe(true);
});

it.each(["<", "&", "你", "👩"])("counts %s as the bytes that it becomes", (letter) => {
  const room = createTextBudget({ each: 100_000, bytes: 10_000 });

  const { text } = room.truncate(letter.repeat(20_000));

  const html = text.replaceAll(/[<&]/g, "&amp;");
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(10_000);
  expect(text.length).toBeGreaterThan(1_000);
});

it("cuts no character in half", () => {
  expect(truncateAt("a👩b", 2)).toBe("a");
  expect(truncateAt("a👩b", 3)).toBe("a👩");
  expect(truncateAt("ab", 5)).toBe("ab");
});
