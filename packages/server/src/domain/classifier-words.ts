/**
 * Extracts the features of a submission for the spam classifier: word stems, pairs of neighboring words, the
 * hosts of links and e-mail addresses, and marks that describe its form. Training and classifying use the
 * same features.
 */
import type { Fields } from "./submission.ts";

/** The training data of an account, as flat lists because they are cloned between threads. */
export interface TrainedWords {
  readonly account_id: number;
  readonly version: number;
  /** Numbers of training examples of each kind. */
  readonly spam: number;
  readonly ham: number;
  readonly words: readonly string[];
  /** For each word, in the order of `words`: how many training examples of each kind contain it. */
  readonly inSpam: readonly number[];
  readonly inHam: readonly number[];
}

/** Of all values together; the beginning shows spam as well as the whole. */
const MAX_CHARACTERS = 8_192;
const MAX_WORDS = 240;
const MAX_WORD_CHARACTERS = 24;
/** Words are cut to this length, so that inflections count as one word: "ranking", "rankings". */
const STEM_CHARACTERS = 6;

// A link, an e-mail address or a word. The alternatives cannot backtrack into each other.
const PIECES =
  /https?:\/\/[^\s<>"'\])]{1,200}|[\p{L}\p{M}\p{N}._%+-]{1,64}@[a-z0-9.-]{3,80}|[\p{L}\p{M}\p{N}]+/giu;
/** The same for pure ASCII text, which matches in a third of the time. */
const ASCII_PIECES =
  /https?:\/\/[^\s<>"'\])]{1,200}|[a-z0-9._%+-]{1,64}@[a-z0-9.-]{3,80}|[a-z0-9]+/gi;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const SCRIPTS = [
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["arabic", /\p{Script=Arabic}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["han", /\p{Script=Han}/u],
  ["kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["hangul", /\p{Script=Hangul}/u],
  ["thai", /\p{Script=Thai}/u],
  ["devanagari", /\p{Script=Devanagari}/u],
] as const;
const LATIN = /\p{Script=Latin}/u;

/** Distinct words, pairs and hosts, at most 240, followed by marks, which begin with `#`. */
export function classifierWords(fields: Fields): readonly string[] {
  const words = new Set<string>();
  let left = MAX_CHARACTERS;
  let links = 0;
  let count = 0;
  let before: string | undefined;
  let whole = "";
  for (const [, value] of fields) {
    for (const text of typeof value === "string" ? [value] : value) {
      if (left <= 0) break;
      const part = text.slice(0, left);
      left -= part.length;
      whole += `${part}\n`;
    }
  }
  const isAscii = ASCII.test(whole);
  const plain = isAscii ? whole : whole.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  for (const [piece] of plain.matchAll(isAscii ? ASCII_PIECES : PIECES)) {
    if (words.size >= MAX_WORDS) break;
    count += 1;
    if (piece.includes("://")) {
      links += 1;
      words.add(`//${hostOf(piece)}`);
      before = undefined;
    } else if (piece.includes("@")) {
      words.add(`@${piece.slice(piece.lastIndexOf("@") + 1).toLowerCase()}`);
      before = undefined;
    } else {
      const word = addWord(words, piece);
      if (word !== undefined && before !== undefined) words.add(`${before} ${word}`);
      before = word ?? before;
    }
  }
  for (const mark of marksOf({ plain, isAscii, links, count })) words.add(mark);
  return [...words];
}

const hostOf = (link: string) =>
  link
    .replace(/^https?:\/\/(?:www\.)?/i, "")
    .split(/[/?#:]/, 1)
    .join("")
    .slice(0, 80)
    .toLowerCase();

/** Adds a word or, in scripts without spaces, pairs of characters. @returns The word if it can form a pair. */
function addWord(words: Set<string>, piece: string): string | undefined {
  const isAsciiPiece = piece.charCodeAt(0) < 128;
  if (isAsciiPiece ? /^[0-9]+$/.test(piece) : /^\p{N}+$/u.test(piece)) return undefined;
  if (!isAsciiPiece && UNSPACED.test(piece)) {
    for (let at = 0; at + 1 < Math.min(piece.length, MAX_WORDS); at += 1) {
      words.add(piece.slice(at, at + 2));
    }
    return undefined;
  }
  if (piece.length > MAX_WORD_CHARACTERS) {
    words.add("#long-word");
    return undefined;
  }
  if (isScrambled(piece)) words.add("#scrambled");
  if (piece.length < 2) return undefined;
  const word = piece.toLowerCase().slice(0, STEM_CHARACTERS);
  words.add(word);
  return word;
}

/** Random letters: several capitals inside the word, or six letters without a vowel. */
function isScrambled(piece: string): boolean {
  if (piece.length < 8 || !/^[a-z]+$/i.test(piece)) return false;
  const changes = piece.match(/[a-z][A-Z]/g)?.length ?? 0;
  return changes >= 3 || /[bcdfghjklmnpqrstvwxz]{6}/i.test(piece);
}

interface Shape {
  readonly plain: string;
  readonly isAscii: boolean;
  readonly links: number;
  readonly count: number;
}

function* marksOf({ plain, isAscii, links, count }: Shape): Generator<string> {
  if (links > 0) yield `#links:${links > 2 ? "many" : links}`;
  if (links > 0 && count < 12) yield "#links:alone";
  if (/<a\s|\[url|\[link/i.test(plain)) yield "#markup";
  if (count < 8) yield "#short";
  if (/[$€£¥₽]\s?\d|\d\s?(?:[$€£¥₽]|usd|eur)/i.test(plain)) yield "#money";
  if (plain.includes("%") && /\d\s?%/.test(plain)) yield "#percent";
  if (plain.includes("!!") || plain.includes("??")) yield "#shouting";
  if (isMostlyCapitals(plain)) yield "#capitals";
  if (isAscii) return;
  if (/\p{Extended_Pictographic}/u.test(plain)) yield "#emoji";
  const isLatin = LATIN.test(plain);
  for (const [name, pattern] of SCRIPTS) {
    if (!pattern.test(plain)) continue;
    yield `#script:${name}`;
    if (isLatin && isMixed(plain, pattern)) yield "#mixed-letters";
  }
}

/** Counts only letters that have two cases; false for texts with fewer than 20 of them. */
function isMostlyCapitals(plain: string): boolean {
  const lower = plain.toLowerCase();
  const upper = plain.toUpperCase();
  if (lower.length !== plain.length || upper.length !== plain.length) return false;
  let letters = 0;
  let capitals = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const code = plain.charCodeAt(at);
    if (lower.charCodeAt(at) === upper.charCodeAt(at)) continue;
    letters += 1;
    if (code === upper.charCodeAt(at)) capitals += 1;
  }
  return letters >= 20 && capitals > letters / 2;
}

/** Whether a word contains both Latin letters and letters of the other script. */
function isMixed(plain: string, pattern: RegExp): boolean {
  for (const [word] of plain.matchAll(/\p{L}{3,24}/gu)) {
    if (LATIN.test(word) && pattern.test(word)) return true;
  }
  return false;
}
