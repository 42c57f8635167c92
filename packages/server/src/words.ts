/**
 * The words by which a classifier knows a submission: what people write, the hosts of links and
 * addresses, and marks for its shape. Learning and judging read a submission in the same way.
 */
import type { Fields } from "./submission.ts";

/** Characters of all values together that are looked at; the beginning tells spam as well as the whole. */
const MOST_CHARACTERS = 8_192;
const MOST_WORDS = 160;
const LONGEST_WORD = 24;
/** Words share their beginning with their inflections: "ranking", "rankings", "ranked". */
const STEM_CHARACTERS = 6;

// Each alternative begins where the one before it cannot go on, so that none of them looks back.
const PIECES =
  /https?:\/\/[^\s<>"'\])]{1,200}|[\p{L}\p{M}\p{N}._%+-]{1,64}@[a-z0-9.-]{3,80}|[\p{L}\p{M}\p{N}]+/giu;
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

/** Distinct, at most 160; what begins with `#` is a mark and no word. */
export function wordsOf(fields: Fields): readonly string[] {
  const words = new Set<string>();
  let left = MOST_CHARACTERS;
  let links = 0;
  let count = 0;
  let whole = "";
  for (const [, value] of fields) {
    for (const text of typeof value === "string" ? [value] : value) {
      if (left <= 0) break;
      const part = text.slice(0, left);
      left -= part.length;
      whole += `${part}\n`;
    }
  }
  const plain = whole.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  for (const [piece] of plain.matchAll(PIECES)) {
    if (words.size >= MOST_WORDS) break;
    count += 1;
    if (/^https?:\/\//i.test(piece)) {
      links += 1;
      addHost(words, hostOf(piece));
    } else if (piece.includes("@")) {
      words.add(`@${piece.slice(piece.lastIndexOf("@") + 1).toLowerCase()}`);
    } else addWord(words, piece);
  }
  for (const mark of marksOf(plain, links, count)) words.add(mark);
  return [...words];
}

const hostOf = (link: string) =>
  link
    .replace(/^https?:\/\//i, "")
    .split(/[/?#:]/, 1)
    .join("")
    .toLowerCase();

function addHost(words: Set<string>, host: string): void {
  words.add(`//${host.replace(/^www\./, "").slice(0, 80)}`);
  words.add(`#tld:${host.slice(host.lastIndexOf(".") + 1).slice(0, LONGEST_WORD)}`);
}

function addWord(words: Set<string>, piece: string): void {
  if (/^\p{N}+$/u.test(piece)) return;
  if (UNSPACED.test(piece)) {
    for (let at = 0; at + 1 < Math.min(piece.length, MOST_WORDS); at += 1) {
      words.add(piece.slice(at, at + 2));
    }
    return;
  }
  if (piece.length > LONGEST_WORD) {
    words.add("#long-word");
    return;
  }
  if (isScrambled(piece)) words.add("#scrambled");
  if (piece.length < 2) return;
  words.add(piece.toLowerCase().slice(0, STEM_CHARACTERS));
}

/** Letters as a program draws them: capitals inside, or no vowel for long. */
function isScrambled(piece: string): boolean {
  if (piece.length < 8 || !/^[a-z]+$/i.test(piece)) return false;
  const changes = piece.match(/[a-z][A-Z]/g)?.length ?? 0;
  return changes >= 3 || /[bcdfghjklmnpqrstvwxz]{6}/i.test(piece);
}

function* marksOf(plain: string, links: number, count: number): Generator<string> {
  if (links > 0) yield `#links:${links > 2 ? "many" : links}`;
  if (links > 0 && count < 12) yield "#links:alone";
  if (/<a\s|\[url|\[link/i.test(plain)) yield "#markup";
  if (count < 8) yield "#short";
  if (/[$€£¥₽]\s?\d|\d\s?(?:[$€£¥₽]|usd|eur)/i.test(plain)) yield "#money";
  if (/\d\s?%/.test(plain)) yield "#percent";
  if (/!!|\?\?/.test(plain)) yield "#shouting";
  if (/\p{Extended_Pictographic}/u.test(plain)) yield "#emoji";
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  const capitals = plain.match(/\p{Lu}/gu)?.length ?? 0;
  if (letters >= 20 && capitals > letters / 2) yield "#capitals";
  const isLatin = LATIN.test(plain);
  for (const [name, pattern] of SCRIPTS) {
    if (!pattern.test(plain)) continue;
    yield `#script:${name}`;
    if (isLatin && isMixed(plain, pattern)) yield "#mixed-letters";
  }
}

/** A word that takes letters from two alphabets, which look alike. */
function isMixed(plain: string, pattern: RegExp): boolean {
  for (const [word] of plain.matchAll(/\p{L}{3,24}/gu)) {
    if (LATIN.test(word) && pattern.test(word)) return true;
  }
  return false;
}
