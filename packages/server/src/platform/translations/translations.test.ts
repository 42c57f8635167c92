import { TEXTS as PAGES } from "../../intake/texts.ts";
import { TEXTS as MAILS } from "../../mail/texts.ts";
import { LINK_TEXTS } from "../../recipients/link-texts.ts";
import { intlLocale, LANGUAGES, type Language } from "../language.ts";

const VALUES = ["ONE", "TWO"];
const COUNTED = new Set(["mails.digest.subject", "mails.digest.more"]);
const NUMBERS = [0, 1, 2, 5, 12, 22, 25, 101, 1_000];

const textsIn = (language: Language) => ({
  pages: PAGES[language],
  mails: MAILS[language],
  links: LINK_TEXTS[language],
});

/** All texts by their path, with values filled in. @param english Its functions have parameters. */
function filled(texts: object, english: object, path = ""): readonly (readonly [string, string])[] {
  const originals = new Map<string, unknown>(Object.entries(english));
  return Object.entries(texts).flatMap(
    ([name, value]: [string, unknown]): readonly (readonly [string, string])[] => {
      const here = path === "" ? name : `${path}.${name}`;
      const original = originals.get(name);
      if (typeof value === "string") return [[here, value]];
      if (typeof value !== "function") return filled(value as object, original as object, here);
      const { length } = original as { readonly length: number };
      const values = COUNTED.has(here) ? ["ONE", 2].slice(-length) : VALUES.slice(0, length);
      const text = (value as (...all: unknown[]) => string)(...values);
      const lost = values.filter((one) => !text.includes(String(one)));
      return [[here, lost.length === 0 ? text : `lacks ${lost.join()}: ${text}`]];
    },
  );
}

describe.each(LANGUAGES)("the texts in %s", (language) => {
  const english = textsIn("en");
  const texts = filled(textsIn(language), english);

  it("are those of the English ones, use every value, and are neither empty nor English", () => {
    const original = new Map(filled(english, english));

    expect(texts.map(([path]) => path)).toEqual([...original.keys()]);
    expect(texts.filter(([, text]) => /^lacks|^\s*$|undefined|[{}]/.test(text))).toEqual([]);
    const same = texts.filter(([path, text]) => text === original.get(path) && text.length > 12);
    expect(language === "en" ? [] : same).toEqual([]);
  });

  it("have a form of the noun for each number", () => {
    const { subject, more } = MAILS[language].digest;
    const rules = new Intl.PluralRules(intlLocale(language));
    const nouns = NUMBERS.map((count) => subject("F", count).replaceAll(/[\d\p{Z}.,]/gu, ""));

    for (const count of NUMBERS) expect(more(count)).toMatch(/\d\s?\p{L}+/u);
    expect(new Set(nouns).size).toBe(new Set(NUMBERS.map((count) => rules.select(count))).size);
  });
});

it("declines Polish nouns, and writes numbers as the language does", () => {
  const { subject } = MAILS.pl.digest;

  expect([1, 2, 5, 12, 22].map((count) => subject("F", count))).toEqual([
    "F: 1 nowe zgłoszenie",
    "F: 2 nowe zgłoszenia",
    "F: 5 nowych zgłoszeń",
    "F: 12 nowych zgłoszeń",
    "F: 22 nowe zgłoszenia",
  ]);
  expect(MAILS.de.digest.more(12_000)).toBe("und 12.000 weitere Einsendungen");
  expect(PAGES.de.rules.minLength(12_000)).toContain("12000");
});
