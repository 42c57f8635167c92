import { intlLocale, type Language } from "../../platform/language.ts";

/**
 * The forms of whole numbers in each language, by the categories of the Unicode CLDR. French, Spanish, Italian and
 * Portuguese have one more for millions, which is left out.
 */
interface Forms extends Record<Exclude<Language, "pl" | "ja">, Record<"one" | "other", string>> {
  readonly pl: Record<"one" | "few" | "many", string>;
  readonly ja: Record<"other", string>;
}

/** Returns the number and the form of the noun that it needs: `3 zgłoszenia`. */
export function countNoun<L extends Language>(language: L, count: number, forms: Forms[L]): string {
  const locale = intlLocale(language);
  const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  const category = new Intl.PluralRules(locale).select(count);
  return `${count.toLocaleString(locale)} ${byCategory[category] ?? byCategory.other ?? ""}`;
}
