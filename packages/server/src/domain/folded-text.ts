/**
 * Case folding for the search: a text matches a field whose value contains it, in any letter case. Both
 * databases compare text that is folded here, so their own rules for letters do not matter.
 */
import type { Fields } from "./submission/submission.ts";

/** Separates two values so that no match spans them. {@link fold} replaces it in values and searches. */
const VALUE_SEPARATOR = "\u0001";
const REPLACEMENT = "\ufffd";
const TRIGRAM = 3;
/** More trigrams narrow a search little, and each is another list to read. */
const MAX_TRIGRAMS = 12;

/**
 * Folds letter case. Each character is folded by itself: the lower case of a word depends on its position
 * (ς, σ), and a part of the word must match too. ß becomes ss, and i, ı, I and İ all become i.
 */
export function fold(text: string): string {
  // The fast path for ASCII.
  if (/^[\t\n\r -~]*$/.test(text)) return text.toLowerCase();
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\0\u0001]/g, REPLACEMENT)
      .replaceAll("İ", "i")
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
  );
}

/** Returns the folded text of a submission that searches are matched against. */
export const searchText = (fields: Fields): string =>
  fields
    .flatMap(([, value]) => value)
    .map(fold)
    .join(VALUE_SEPARATOR);

/**
 * Returns up to twelve trigrams, evenly distributed over the folded text. A text that lacks one of them does
 * not contain the searched text. Empty for a text of fewer than three characters.
 */
export function trigrams(folded: string): readonly string[] {
  const letters = Array.from(folded);
  const all = letters
    .slice(0, 1 - TRIGRAM)
    .map((_, at) => letters.slice(at, at + TRIGRAM).join(""));
  const distinct = [...new Set(all)];
  const step = Math.max(1, distinct.length / MAX_TRIGRAMS);
  return Array.from(
    { length: Math.min(distinct.length, MAX_TRIGRAMS) },
    (_, n) => distinct[Math.floor(n * step)] ?? "",
  );
}
