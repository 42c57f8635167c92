/** Marks of a post's form that the spam classifier learns like words: links, money, capitals, scripts. */

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
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/;
/** Two capitals in a row, or with a space between them. */
const HAS_CAPITALS = /\p{Lu}[^\p{Ll}]?\p{Lu}/u;
/** Posts with fewer words have a mark of their own. */
const FEW_WORDS = 8;
const FEW_WORDS_BESIDE_LINKS = 12;

/** Names of the marks that the text has, such as `money`. */
export function* marksOf(text: string): Generator<string> {
  const links = countLinks(text);
  const words = countWords(text, FEW_WORDS_BESIDE_LINKS);
  if (links > 0) yield `links:${links > 2 ? "many" : links}`;
  if (links > 0 && words < FEW_WORDS_BESIDE_LINKS) yield "links:alone";
  if (/<a\s|\[url|\[link/i.test(text)) yield "markup";
  if (words < FEW_WORDS) yield "short";
  if (/[$€£¥₽]\s?\d|\d\s?(?:[$€£¥₽]|usd|eur)/i.test(text)) yield "money";
  if (text.includes("%") && /\d\s?%/.test(text)) yield "percent";
  if (text.includes("!!") || text.includes("??")) yield "shouting";
  if (isMostlyCapitals(text)) yield "capitals";
  if (ASCII.test(text)) return;
  if (/\p{Extended_Pictographic}/u.test(text)) yield "emoji";
  const isLatin = LATIN.test(text);
  for (const [name, pattern] of SCRIPTS) {
    if (!pattern.test(text)) continue;
    yield `script:${name}`;
    if (isLatin && isMixed(text, pattern)) yield "mixed-letters";
  }
}

function countLinks(text: string): number {
  let links = 0;
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) links += 1;
  return links;
}

/** Counts runs without spaces, at most up to `limit`. */
function countWords(text: string, limit: number): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length && words < limit; at += 1) {
    const isSpace = text.charCodeAt(at) <= 32;
    if (!isSpace && !isInWord) words += 1;
    isInWord = !isSpace;
  }
  return words;
}

/** Counts only letters that have two cases; false for texts with fewer than 20 of them. */
function isMostlyCapitals(text: string): boolean {
  if (!HAS_CAPITALS.test(text)) return false;
  const lower = text.toLowerCase();
  const upper = text.toUpperCase();
  if (lower.length !== text.length || upper.length !== text.length) return false;
  let letters = 0;
  let capitals = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (lower.charCodeAt(at) === upper.charCodeAt(at)) continue;
    letters += 1;
    if (code === upper.charCodeAt(at)) capitals += 1;
  }
  return letters >= 20 && capitals > letters / 2;
}

/** Whether a word contains both Latin letters and letters of the other script. */
function isMixed(text: string, pattern: RegExp): boolean {
  for (const [word] of text.matchAll(/\p{L}{3,24}/gu)) {
    if (LATIN.test(word) && pattern.test(word)) return true;
  }
  return false;
}
