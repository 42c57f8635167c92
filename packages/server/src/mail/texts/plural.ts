/** Plural forms and numbers in the languages of mails. */
import { intlLocale, type Language } from "../../platform/language.ts";

interface OneOther {
  readonly one: string;
  readonly other: string;
}
/**
 * The forms of whole numbers in each language, by the categories of the Unicode CLDR. French, Spanish, Italian and
 * Portuguese have one more for millions, which is left out.
 */
interface Forms extends Record<Language, object> {
  readonly en: OneOther;
  readonly de: OneOther;
  readonly fr: OneOther;
  readonly es: OneOther;
  readonly it: OneOther;
  readonly pt: OneOther;
  readonly nl: OneOther;
  readonly pl: { readonly one: string; readonly few: string; readonly many: string };
  readonly ja: { readonly other: string };
}

/** Returns the number and the form of the noun that it needs: `3 zgłoszenia`. */
export function counted<L extends Language>(language: L, count: number, forms: Forms[L]): string {
  const locale = intlLocale(language);
  const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  const category = new Intl.PluralRules(locale).select(count);
  return `${count.toLocaleString(locale)} ${byCategory[category] ?? byCategory.other ?? ""}`;
}
