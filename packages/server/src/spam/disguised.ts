/** Words whose letters are taken from two alphabets that look alike, so that no list of words knows them. */
import type { Check } from "./screen.ts";
import { textsOf } from "./text.ts";

/** Cyrillic and Greek; most texts hold no letter of either, or no other. */
const OTHER = /[\u0370-\u03ff\u0400-\u04ff]/;
const MIXED =
  /[A-Za-z][\u0370-\u03ff\u0400-\u04ff]+[A-Za-z]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]+[\u0370-\u03ff\u0400-\u04ff]/g;
/** Once is a slip of the keyboard, or a formula. */
const MIN_WORDS = 2;

export const disguised: Check = ({ fields }) => {
  let found = 0;
  for (const [, text] of textsOf(fields)) {
    if (OTHER.test(text)) found += text.match(MIXED)?.length ?? 0;
  }
  return found >= MIN_WORDS
    ? {
        check: "disguised",
        weight: 0.8,
        sentence:
          "Its words mix letters of alphabets that look alike, which hides them from lists.",
      }
    : undefined;
};
