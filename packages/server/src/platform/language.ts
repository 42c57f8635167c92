/** The languages of hosted pages and mails. */

/** English first, since it is the fallback. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((one) => one === text);
}
