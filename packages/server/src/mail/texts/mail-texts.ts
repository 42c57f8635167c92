/** The texts of mails; each language implements them. */
import { intlLocale, type Language } from "../../platform/language.ts";

export interface MailTexts {
  readonly dir: "ltr" | "rtl";
  readonly unsubscribe: string;
  readonly notification: {
    readonly subject: (form: string) => string;
    readonly heading: string;
    readonly source: string;
    readonly place: string;
    readonly leadScore: string;
    /** @param score From 0 to 100. */
    readonly score: (score: string) => string;
    readonly files: string;
    readonly filesTooLarge: string;
    readonly noFields: string;
    /** A value, or the list of fields, is not shown whole. */
    readonly shortened: string;
    /** @param address The sender's. */
    readonly replyGoesTo: (address: string) => string;
    readonly open: string;
    readonly markAsSpam: string;
    readonly refire: string;
    /** Why the recipient gets the mail. */
    readonly reason: (form: string) => string;
  };
  readonly reply: {
    readonly subject: string;
    readonly greeting: string;
    readonly body: string;
    /** Above a copy of the sender's entries. */
    readonly entries: string;
    readonly reason: string;
  };
  readonly confirmation: {
    readonly subject: string;
    readonly heading: string;
    /** @param host The host of this installation. */
    readonly body: (form: string, host: string) => string;
    readonly confirm: string;
    readonly ignore: string;
  };
  readonly digest: {
    readonly subject: (form: string, count: number) => string;
    /** @param from,to Dates with times. */
    readonly period: (from: string, to: string) => string;
    readonly submissions: string;
    readonly heldAsSpam: string;
    readonly spamHint: string;
    /** Submissions that the mail does not list. */
    readonly more: (count: number) => string;
    readonly open: string;
    readonly openAll: string;
  };
}

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
export function countNoun<L extends Language>(language: L, count: number, forms: Forms[L]): string {
  const locale = intlLocale(language);
  const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  const category = new Intl.PluralRules(locale).select(count);
  return `${count.toLocaleString(locale)} ${byCategory[category] ?? byCategory.other ?? ""}`;
}
