/** Chooses the language of a hosted page by the browser's preferences. */
import Negotiator from "negotiator";
import { isLanguage, type Language, LANGUAGES } from "../platform/language.ts";

/** No browser sends a longer header. */
const MAX_HEADER_CHARACTERS = 500;
const MAX_CACHED_HEADERS = 1_000;
const cache = new Map<string, Language>();

/**
 * Results are cached, since browsers send few different values.
 *
 * @param accepted The header Accept-Language.
 * @param fallback For visitors whose language is unknown, or is none of {@link LANGUAGES}.
 */
export function languageOf(accepted: string | undefined, fallback: Language = "en"): Language {
  if (accepted === undefined || accepted.length > MAX_HEADER_CHARACTERS) return fallback;
  const key = `${fallback} ${accepted}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const headers = { "accept-language": accepted };
  // The first one is taken for `*`.
  const offered = [fallback, ...LANGUAGES.filter((one) => one !== fallback)];
  const preferred = new Negotiator({ headers }).language(offered);
  const language = isLanguage(preferred) ? preferred : fallback;
  if (cache.size >= MAX_CACHED_HEADERS) cache.clear();
  cache.set(key, language);
  return language;
}
