import { describe, expect, it } from "vitest";
import { intlLocale, LANGUAGES } from "../../platform/language.ts";
import { TEXTS } from "./texts.ts";

/** All texts of a language with their arguments filled in, by their path. */
function filled(texts: object, path = ""): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
      const here = `${path}.${name}`;
      if (typeof value === "string") return [[here, value] as const];
      if (typeof value === "object" && value !== null) return [...filled(value, here)];
      const write = value as (...args: unknown[]) => string;
      const takesCount = here.endsWith("digest.more");
      const args = here.endsWith("digest.subject")
        ? ["ONE", 2]
        : takesCount
          ? [2, "TWO"]
          : ["ONE", "TWO", "THREE"];
      const text = write(...args);
      const used = args.slice(0, write.length).filter((arg) => !text.includes(String(arg)));
      return [[here, used.length === 0 ? text : `lacks ${used.join(", ")}: ${text}`] as const];
    }),
  );
}

describe.each(LANGUAGES)("the texts in %s", (language) => {
  it("use every argument, and are neither empty nor English", () => {
    const texts = filled(TEXTS[language]);
    const english = filled(TEXTS.en);

    const same = [...texts].filter(
      ([path, text]) => text === english.get(path) && text.length > 12,
    );
    expect([...texts].filter(([, text]) => /^lacks|^\s*$|undefined/.test(text))).toEqual([]);
    expect(language === "en" ? [] : same).toEqual([]);
    expect([...texts.keys()]).toEqual([...english.keys()]);
  });

  it("have a form of the noun for each number", () => {
    const { subject, more } = TEXTS[language].digest;
    const categories = new Set<string>();
    for (const count of [0, 1, 2, 5, 12, 22, 25, 101, 1_000]) {
      categories.add(new Intl.PluralRules(intlLocale(language)).select(count));

      expect(subject("F", count)).toMatch(/\d\s\p{L}+/u);
      expect(more(count)).toMatch(/\d\s\p{L}+/u);
    }
    const nouns = [0, 1, 2, 5, 12, 22].map((count) => subject("F", count).replaceAll(/\d/g, ""));
    expect(new Set(nouns).size).toBe(categories.size);
  });
});

it("declines Polish nouns", () => {
  const { subject } = TEXTS.pl.digest;

  expect([1, 2, 5, 12, 22].map((count) => subject("F", count))).toEqual([
    "F: 1 nowe zgłoszenie",
    "F: 2 nowe zgłoszenia",
    "F: 5 nowych zgłoszeń",
    "F: 12 nowych zgłoszeń",
    "F: 22 nowe zgłoszenia",
  ]);
});
