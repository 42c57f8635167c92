/** Finds posts that consist of random letters, which bots send to test a form. */
import { textsOf } from "./text.ts";
import type { SpamCheck } from "./verdict.ts";

const WORD = /[A-Za-z]{8,32}/g;
const MIN_WORDS = 2;
/** A longer text is language; random letters come as one or a few words. */
const MAX_CHARACTERS = 120;
const CAPITALS_INSIDE = /[a-z][A-Z]/g;
const NO_VOWELS = /[bcdfghjklmnpqrstvwxz]{6}/i;

export const scrambled: SpamCheck = ({ fields }) => {
  let scrambledWords = 0;
  for (const [, text] of textsOf(fields)) {
    // Short values, such as dates, and e-mail addresses are neither evidence for nor against.
    if (text.length < 8 || text.includes("@")) continue;
    if (text.length > MAX_CHARACTERS) return undefined;
    const words = text.trim().split(/\s+/);
    const count = words.filter(isScrambled).length;
    if (count === 0 && words.length > 1) return undefined;
    scrambledWords += count;
  }
  return scrambledWords >= MIN_WORDS
    ? {
        check: "scrambled",
        weight: 1,
        sentence: "Its words are random letters, which bots send to test a form.",
      }
    : undefined;
};

function isScrambled(word: string): boolean {
  if (word.match(WORD)?.[0] !== word) return false;
  return (word.match(CAPITALS_INSIDE)?.length ?? 0) >= 3 || NO_VOWELS.test(word);
}
