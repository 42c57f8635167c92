/**
 * The features of a post for the spam classifier: words, pairs of words, runs of four characters within words, and
 * marks of its form, each hashed to one of 65,536 numbers. Learning and classifying use the same.
 */
import type { Fields } from "../submission/submission.ts";
import { marksOf } from "./marks.ts";

/** Features are numbers below this. */
export const FEATURES = 65_536;

/** Of all values together; the beginning shows spam as well as the whole. */
const MAX_CHARACTERS = 2_000;
// Each kind of feature starts its hash with another number.
const WORD = 0x5bd1e995;
const PAIR = 0x1b873593;
const FOUR = 0x7feb352d;
const TWO = 0x68e31da4;
const MARK = 0x3c6ef372;
const SPACE = 32;
const MIN_WORD_CHARACTERS = 2;
/** Thai and all scripts behind it: many are written without spaces, so that two characters are a word. */
const FIRST_UNSPACED = 0xe00;

/** Reused, since posts are classified one after another: the last post that had the feature, by its number. */
const seenIn = new Uint32Array(FEATURES);
const found = new Uint16Array(FEATURES);
let posts = 0;
let count = 0;

/** The beginning of the values, one per line: the text that features are made from. */
export function classifiedText(fields: Fields): string {
  let left = MAX_CHARACTERS;
  let whole = "";
  for (const [, value] of fields) {
    for (const text of typeof value === "string" ? [value] : value) {
      if (left <= 0) break;
      const part = text.slice(0, left);
      left -= part.length;
      whole += `${part}\n`;
    }
  }
  return isAscii(whole) ? whole : whole.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
}

/** A rehearsal classifies each post twice. */
let newest = { text: "", features: new Uint16Array() };

/** Distinct features in the order in which they occur. @param text The result of {@link classifiedText}. */
export function featuresOf(text: string): Uint16Array {
  if (text === newest.text) return newest.features;
  begin();
  for (const mark of marksOf(text)) addMark(mark);
  addGrams(text.toLowerCase());
  newest = { text, features: found.slice(0, count) };
  return newest.features;
}

export function featuresOfWord(word: string): Uint16Array {
  begin();
  addGrams(word.toLowerCase());
  return found.slice(0, count);
}

/** The feature of a mark; see {@link marksOf}. */
export function featureOfMark(mark: string): Uint16Array {
  begin();
  addMark(mark);
  return found.slice(0, count);
}

const addMark = (mark: string) => add(hashOf(mark) ^ MARK);

function begin(): void {
  count = 0;
  posts += 1;
  if (posts <= 0xffff_ffff) return;
  seenIn.fill(0);
  posts = 1;
}

function add(hash: number): void {
  // The upper bits of a product depend on all bits of its factors.
  const feature = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 16;
  if (seenIn[feature] === posts) return;
  seenIn[feature] = posts;
  found[count] = feature;
  count += 1;
}

function addGrams(text: string): void {
  let word = 0;
  let characters = 0;
  let before = 0;
  // The last three characters of the run without spaces, with a space in front of it.
  let a = 0;
  let b = 0;
  let c = SPACE;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    if (isWordCharacter(code)) {
      word = Math.imul(word ^ code, 0x01000193) + 0x9e37;
      characters += 1;
    } else if (characters > 0) {
      if (characters >= MIN_WORD_CHARACTERS) {
        add(word ^ WORD);
        if (before !== 0) add(Math.imul(before, 31) ^ word ^ PAIR);
        before = word;
      }
      word = 0;
      characters = 0;
    }
    const isSpace = code <= SPACE || code === 0xa0;
    if (!(isSpace && c === SPACE)) {
      const d = isSpace ? SPACE : code;
      if (b !== 0) {
        const three = Math.imul(Math.imul(b, 0x9e3779b1) ^ c, 0x85ebca6b) ^ d;
        if (a !== 0) add(Math.imul(three, 0xc2b2ae35) ^ a ^ FOUR);
        if (c >= FIRST_UNSPACED && d >= FIRST_UNSPACED) add(Math.imul(c, 0x9e3779b1) ^ d ^ TWO);
      }
      a = b;
      b = c;
      c = d;
    }
    if (isSpace) {
      a = 0;
      b = 0;
    }
  }
}

/** Letters, digits, the underscore, and beyond ASCII all but punctuation and symbols of the usual blocks. */
function isWordCharacter(code: number): boolean {
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
  }
  return (
    code >= 0xc0 &&
    !(code >= 0x2000 && code <= 0x2bff) &&
    !(code >= 0x3000 && code <= 0x303f) &&
    !(code >= 0xff00 && code <= 0xff0f)
  );
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) + 0x9e37;
  }
  return hash;
}

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/;
const isAscii = (text: string) => ASCII.test(text);
