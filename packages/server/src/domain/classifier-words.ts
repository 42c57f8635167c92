/**
 * The words by which a classifier knows a submission: what people write, the hosts of links and
 * addresses, and marks for its shape. Learning and judging read a submission in the same way.
 */
import type { Fields } from "./submission.ts";

/** All that an account has taught, as flat lists: they are cloned between threads. */
export interface LearntWords {
  readonly account_id: number;
  readonly version: number;
  /** Lessons of each kind. */
  readonly spam: number;
  readonly ham: number;
  readonly words: readonly string[];
  /** Lessons of each kind that a word was in, in the order of `words`. */
  readonly inSpam: readonly number[];
  readonly inHam: readonly number[];
}

/** Characters of all values together that are looked at; the beginning tells spam as well as the whole. */
const MAX_CHARACTERS = 8_192;
const MAX_WORDS = 240;
const MAX_WORD = 24;
/** Words share their beginning with their inflections: "ranking", "rankings", "ranked". */
const STEM_CHARACTERS = 6;

// Each alternative begins where the one before it cannot go on, so that none of them looks back.
const PIECES =
  /https?:\/\/[^\s<>"'\])]{1,200}|[\p{L}\p{M}\p{N}._%+-]{1,64}@[a-z0-9.-]{3,80}|[\p{L}\p{M}\p{N}]+/giu;
/** The same for a text of ASCII alone, which is matched in a third of the time. */
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

/** Distinct, at most 240, pairs of neighbours among them; what begins with `#` is a mark and no word. */
export function wordsOf(fields: Fields): readonly string[] {
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

/** The word as it was added, where it can be one of a pair. */
function addWord(words: Set<string>, piece: string): string | undefined {
  const isAsciiPiece = piece.charCodeAt(0) < 128;
  if (isAsciiPiece ? /^[0-9]+$/.test(piece) : /^\p{N}+$/u.test(piece)) return undefined;
  if (!isAsciiPiece && UNSPACED.test(piece)) {
    for (let at = 0; at + 1 < Math.min(piece.length, MAX_WORDS); at += 1) {
      words.add(piece.slice(at, at + 2));
    }
    return undefined;
  }
  if (piece.length > MAX_WORD) {
    words.add("#long-word");
    return undefined;
  }
  if (isScrambled(piece)) words.add("#scrambled");
  if (piece.length < 2) return undefined;
  const word = piece.toLowerCase().slice(0, STEM_CHARACTERS);
  words.add(word);
  return word;
}

/** Letters as a program draws them: capitals inside, or no vowel for long. */
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

/** By the letters that have two cases; a short text says nothing. */
function isMostlyCapitals(plain: string): boolean {
  const small = plain.toLowerCase();
  const large = plain.toUpperCase();
  if (small.length !== plain.length || large.length !== plain.length) return false;
  let letters = 0;
  let capitals = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const code = plain.charCodeAt(at);
    if (small.charCodeAt(at) === large.charCodeAt(at)) continue;
    letters += 1;
    if (code === large.charCodeAt(at)) capitals += 1;
  }
  return letters >= 20 && capitals > letters / 2;
}

/** A word that takes letters from two alphabets, which look alike. */
function isMixed(plain: string, pattern: RegExp): boolean {
  for (const [word] of plain.matchAll(/\p{L}{3,24}/gu)) {
    if (LATIN.test(word) && pattern.test(word)) return true;
  }
  return false;
}
