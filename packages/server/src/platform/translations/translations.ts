/**
 * The texts of hosted pages and e-mails in each language but English, as data that a translator can edit. In a text,
 * `{0}` stands for the first value that it takes. A text about a number has one version for each plural of its
 * language, named as in the Unicode CLDR: `one`, `few`, `many`, `other`.
 */
import { intlLocale, type Language } from "../language.ts";
import de from "./de.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

const CATALOGS = { de, es, fr, it, ja, nl, pl, pt } satisfies Record<
  Exclude<Language, "en">,
  unknown
>;
type Catalog = (typeof CATALOGS)[keyof typeof CATALOGS];

/** The English texts have a function for each text that takes values; a translation has the text. */
type Translation<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...values: never[]) => string
      ? Written
      : Translation<Texts[Name]>;
};
type Written = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The English texts and their translations. @param choose The part of a catalog that translates them. */
export function inEachLanguage<Texts extends object>(
  english: Texts,
  choose: (catalog: Catalog) => Translation<Texts>,
): Readonly<Record<Language, Texts>> {
  const translated = Object.entries(CATALOGS).map(([language, catalog]) => [
    language,
    translate(english, choose(catalog), intlLocale(language as Language)),
  ]);
  return { en: english, ...Object.fromEntries(translated) } as Record<Language, Texts>;
}

function translate(english: object, translation: object, locale: string): object {
  const texts = new Map<string, unknown>(Object.entries(translation));
  const translated = Object.entries(english).map(([name, value]: [string, unknown]) => {
    const text = texts.get(name);
    if (typeof value === "function") return [name, writer(text as Written, locale)];
    return [
      name,
      typeof value === "string" ? text : translate(value as object, text as object, locale),
    ];
  });
  return Object.fromEntries(translated) as object;
}

function writer(text: Written, locale: string) {
  return (...values: readonly (string | number)[]): string => {
    if (typeof text === "string") return fill(text, values.map(String));
    const count = values.find((value) => typeof value === "number") ?? 0;
    const chosen = text[new Intl.PluralRules(locale).select(count)] ?? text.other ?? "";
    return fill(
      chosen,
      values.map((value) => value.toLocaleString(locale)),
    );
  };
}

const fill = (text: string, values: readonly string[]): string =>
  text.replaceAll(/\{(\d)\}/g, (_, at: string) => values[Number(at)] ?? "");
