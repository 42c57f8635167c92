/**
 * What people's corrections say of a post. Alone among the checks it may also speak for ham, so that it
 * outvotes what the others guess: who sells loans gets honest posts about loans.
 */
import { wordsOf } from "../domain/classifier-words.ts";
import type { Check } from "./screen.ts";

/** Found by cross-validation over test/vectors/spam-corpus.jsonl. */
const WEIGHT_PER_SCORE = 0.4;
const NEUTRAL_SCORE = -0.6;
const MAX_FOR_HAM = -0.9;
const MIN_WEIGHT = 0.05;

export const classified: Check = ({ fields, classifier }) => {
  if (classifier === undefined) return undefined;
  const { score, tellingWords } = classifier.judge(wordsOf(fields));
  const exact = WEIGHT_PER_SCORE * (score - NEUTRAL_SCORE);
  const weight = Math.round(Math.max(MAX_FOR_HAM, Math.min(1, exact)) * 100) / 100;
  if (Math.abs(weight) < MIN_WEIGHT) return undefined;
  return {
    check: "classifier",
    weight,
    sentence:
      weight < 0
        ? "It is like posts that people marked as no spam."
        : likeSpam(tellingWords.map((word) => `“${word}”`)),
  };
};

function likeSpam(words: readonly string[]): string {
  const like = "It is like posts that people marked as spam";
  return words.length === 0 ? `${like}.` : `${like}; ${words.join(", ")} weigh most.`;
}
