/**
 * A naive Bayes classifier. The score of a post adds up, for each of its words, how much more often the word
 * occurs in spam than in ham. (P. Graham, "A Plan for Spam", with G. Robinson's estimate for rare words.)
 */
import type { TrainedWords } from "../domain/classifier-words.ts";

export interface Classification {
  /** Above 0 for spam, below 0 for ham; 2 is near certainty. */
  readonly score: number;
  /** The words with the highest spam scores, at most three, without marks. */
  readonly spamWords: readonly string[];
}

export interface Classifier {
  /** @param words The result of {@link classifierWords}. */
  classify(words: readonly string[]): Classification;
}

/** Training examples of each kind that are required; with fewer, the result would be chance. */
export const MIN_TRAINING_EXAMPLES = 5;
/** Added to each count (additive smoothing), so that a rare word has little influence. */
const SMOOTHING = 0.6;
/** Only the words with the highest absolute scores count; the others are noise. */
const MAX_SCORED_WORDS = 30;
/** Upper limit of the absolute score of one word, a natural logarithm. */
const MAX_WORD_SCORE = 2;
/** Words that the finding names to the user. */
const MAX_NAMED_WORDS = 3;
/** A post of few known words gets a lower score, as if it had this many more words of score 0. */
const NEUTRAL_WORDS = 3;
/** Words with a lower absolute score are dropped to save memory. */
const MIN_WORD_SCORE = 0.05;

/** `undefined` while there are too few training examples. */
export function createClassifier(trained: TrainedWords): Classifier | undefined {
  const { spam, ham } = trained;
  if (spam < MIN_TRAINING_EXAMPLES || ham < MIN_TRAINING_EXAMPLES) return undefined;
  const scores = new Map<string, number>();
  for (const [n, word] of trained.words.entries()) {
    const score = wordScore(trained.inSpam[n] ?? 0, trained.inHam[n] ?? 0, trained);
    if (Math.abs(score) >= MIN_WORD_SCORE) scores.set(word, score);
  }
  return {
    classify(words) {
      const known: ScoredWord[] = [];
      for (const word of words) {
        const score = scores.get(word);
        if (score !== undefined) known.push({ word, score });
      }
      const counted =
        known.length > MAX_SCORED_WORDS
          ? known
              .toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score))
              .slice(0, MAX_SCORED_WORDS)
          : known;
      const sum = counted.reduce((total, { score }) => total + score, 0);
      return {
        // Words occur together, so their scores are not independent: divide by the square root.
        score: sum / Math.sqrt(counted.length + NEUTRAL_WORDS),
        spamWords: counted
          .filter(({ word, score }) => score > 0 && !word.startsWith("#"))
          .toSorted((a, b) => b.score - a.score)
          .slice(0, MAX_NAMED_WORDS)
          .map(({ word }) => word),
      };
    },
  };
}

interface ScoredWord {
  readonly word: string;
  readonly score: number;
}

/** The log-likelihood ratio of the word: above 0 if it is more frequent in spam, below 0 if in ham. */
function wordScore(
  inSpam: number,
  inHam: number,
  { spam, ham }: Pick<TrainedWords, "spam" | "ham">,
): number {
  const ratio = Math.log(
    ((inSpam + SMOOTHING) / (spam + 2 * SMOOTHING)) * ((ham + 2 * SMOOTHING) / (inHam + SMOOTHING)),
  );
  return Math.max(-MAX_WORD_SCORE, Math.min(MAX_WORD_SCORE, ratio));
}
