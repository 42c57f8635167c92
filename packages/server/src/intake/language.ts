/** The language of a hosted page: the one of ours that a browser prefers. */
import Negotiator from "negotiator";
import { de } from "./texts/de.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { fr } from "./texts/fr.ts";
import { it } from "./texts/it.ts";
import { ja } from "./texts/ja.ts";
import { nl } from "./texts/nl.ts";
import type { PageTexts } from "./texts/page-texts.ts";
import { pl } from "./texts/pl.ts";
import { pt } from "./texts/pt.ts";

/** English first: it is what a browser gets that asks for none of ours. */
export const TEXTS = { en, de, fr, es, it, pt, nl, pl, ja } as const satisfies Readonly<
  Record<string, PageTexts>
>;
export type Language = keyof typeof TEXTS;

const LANGUAGES = Object.keys(TEXTS);
const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(TEXTS, text);

/** Longer ones are no browser's. */
const MAX_HEADER_CHARACTERS = 500;
const MAX_REMEMBERED = 1_000;
const remembered = new Map<string, Language>();

/** @param accepted The header Accept-Language. Browsers have few, so each is read once. */
export function languageOf(accepted: string | undefined): Language {
  if (accepted === undefined || accepted.length > MAX_HEADER_CHARACTERS) return "en";
  const before = remembered.get(accepted);
  if (before !== undefined) return before;
  const headers = { "accept-language": accepted };
  const preferred = new Negotiator({ headers }).language(LANGUAGES);
  const language = isLanguage(preferred) ? preferred : "en";
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(accepted, language);
  return language;
}
