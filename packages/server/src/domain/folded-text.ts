/**
 * What a search means: a text is found where a field's value holds it, in any letter case. Both databases
 * compare what is folded here, so they cannot differ by their own rules of letters.
 */
import type { Fields } from "./submission.ts";

/** Stands between two values, so that nothing is found across them; {@link fold} takes it out of both sides. */
const BETWEEN = "\u0001";
const UNREADABLE = "\ufffd";
const TRIGRAM = 3;
/** More say little, and each is one more list to walk. */
const MAX_TRIGRAMS = 12;

const remembered = new Map<string, string>();

/**
 * Letters without their case. Each character by itself, because a whole word's lower case depends on its
 * neighbours (ς, σ), and half a word must be found too. ß is ss; every i is i, with or without its dot.
 */
export function fold(text: string): string {
  // Everything else is rare: lower case of ASCII alone is one step.
  return /^[\t\n\r -~]*$/.test(text)
    ? text.toLowerCase()
    : text.toWellFormed().replaceAll(/[A-Z]+|[^\t\n\r -~]/gu, foldSome);
}

function foldSome(some: string): string {
  const known = remembered.get(some);
  if (known !== undefined) return known;
  const folded =
    some === "\0" || some === BETWEEN
      ? UNREADABLE
      : some === "İ"
        ? "i"
        : Array.from(some.toUpperCase(), (letter) => letter.toLowerCase()).join("");
  // Not what stays as it is, nor runs of ASCII letters: there is no end of those.
  if (folded !== some && some.charCodeAt(0) > 0x7f) remembered.set(some, folded);
  return folded;
}

/** What is searched of a submission. */
export function searchText(fields: Fields): string {
  return fields
    .flatMap(([, value]) => value)
    .map(fold)
    .join(BETWEEN);
}

/**
 * Every three characters of a folded text, at most twelve of them, evenly: where one is missing, the text is
 * not. Empty for a text that is too short to have any.
 */
export function trigrams(folded: string): readonly string[] {
  const letters = Array.from(folded);
  const all = letters
    .slice(0, 1 - TRIGRAM)
    .map((_, at) => letters.slice(at, at + TRIGRAM).join(""));
  const unlike = [...new Set(all)];
  const step = Math.max(1, unlike.length / MAX_TRIGRAMS);
  return Array.from(
    { length: Math.min(unlike.length, MAX_TRIGRAMS) },
    (_, n) => unlike[Math.floor(n * step)] ?? "",
  );
}
