/** Finds words that mix look-alike letters of two alphabets, which hides them from word lists. */
import { textsOf } from "./text.ts";
import type { SpamCheck } from "./verdict.ts";

/** Greek and Cyrillic. Most texts have no such letter, which this cheap test finds out. */
const GREEK_OR_CYRILLIC = /[\u0370-\u03ff\u0400-\u04ff]/;
const MIXED =
  /[A-Za-z][\u0370-\u03ff\u0400-\u04ff]+[A-Za-z]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]+[\u0370-\u03ff\u0400-\u04ff]/g;
/** A single mixed word may be a typing mistake or a formula. */
const MIN_WORDS = 2;

export const disguised: SpamCheck = ({ fields }) => {
  let found = 0;
  for (const [, text] of textsOf(fields)) {
    if (GREEK_OR_CYRILLIC.test(text)) found += text.match(MIXED)?.length ?? 0;
  }
  return found >= MIN_WORDS
    ? {
        check: "disguised",
        weight: 0.8,
        sentence:
          "Its words mix look-alike letters of different alphabets, which hides them from word lists.",
      }
    : undefined;
};
