/** A post of nothing but drawn letters, by which programs try out whether a form can be filled in. */
import type { Check } from "./screen.ts";
import { textsOf } from "./text.ts";

const WORD = /[A-Za-z]{8,32}/g;
const MIN_WORDS = 2;
/** A text of several words is language; drawn letters come alone or a few. */
const MAX_CHARACTERS = 120;
const CAPITALS_INSIDE = /[a-z][A-Z]/g;
const NO_VOWELS = /[bcdfghjklmnpqrstvwxz]{6}/i;

export const scrambled: Check = ({ fields }) => {
  let drawn = 0;
  for (const [, text] of textsOf(fields)) {
    // An address or a date beside it says nothing.
    if (text.length < 8 || text.includes("@")) continue;
    if (text.length > MAX_CHARACTERS) return undefined;
    const words = text.trim().split(/\s+/);
    const odd = words.filter(isDrawn).length;
    if (odd === 0 && words.length > 1) return undefined;
    drawn += odd;
  }
  return drawn >= MIN_WORDS
    ? {
        check: "scrambled",
        weight: 1,
        sentence: "Its words are letters drawn at random, as programs send to try a form.",
      }
    : undefined;
};

function isDrawn(word: string): boolean {
  if (word.match(WORD)?.[0] !== word) return false;
  return (word.match(CAPITALS_INSIDE)?.length ?? 0) >= 3 || NO_VOWELS.test(word);
}
