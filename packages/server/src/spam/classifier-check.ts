/**
 * Compares a post with the submissions that users marked as spam or ham. It is the only check whose weight can
 * be negative: a business that sells loans gets honest posts about loans, and its corrections then outweigh
 * the other checks.
 */
import { classifierWords } from "../domain/classifier-words.ts";
import type { SpamCheck } from "./verdict.ts";

/** Chosen by cross-validation over test/vectors/spam-corpus.jsonl. */
const WEIGHT_PER_SCORE = 0.4;
const NEUTRAL_SCORE = -0.6;
const MIN_WEIGHT = -0.9;
/** A smaller weight, positive or negative, is no finding. */
const MIN_ABSOLUTE_WEIGHT = 0.05;

export const classifierCheck: SpamCheck = ({ fields, classifier }) => {
  if (classifier === undefined) return undefined;
  const { score, spamWords } = classifier.classify(classifierWords(fields));
  const exact = WEIGHT_PER_SCORE * (score - NEUTRAL_SCORE);
  const weight = Math.round(Math.max(MIN_WEIGHT, Math.min(1, exact)) * 100) / 100;
  if (Math.abs(weight) < MIN_ABSOLUTE_WEIGHT) return undefined;
  return {
    check: "classifier",
    weight,
    sentence:
      weight < 0
        ? "It resembles submissions that were marked as not spam."
        : likeSpam(spamWords.map((word) => `“${word}”`)),
  };
};

function likeSpam(words: readonly string[]): string {
  const like = "It resembles submissions that were marked as spam";
  return words.length === 0 ? `${like}.` : `${like}, mainly by ${words.join(", ")}.`;
}
