/** The languages of hosted pages and mails. */

/** English first, since it is the fallback. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some((one) => one === text);

/** The locale of dates and numbers: mails in English have days before months, and the Portuguese is European. */
const INTL_LOCALES: Partial<Readonly<Record<Language, string>>> = { en: "en-GB", pt: "pt-PT" };

/** Returns the BCP 47 tag to format dates and numbers with. */
export const intlLocale = (language: Language): string => INTL_LOCALES[language] ?? language;
