/** An account's spam classifier in memory: the weights of hashed features, and the score that makes a post spam. */
import {
  classifiedText,
  featureOfMark,
  featuresOf,
  featuresOfWord,
} from "../domain/spam/features.ts";
import { marksOf } from "../domain/spam/marks.ts";
import { rootOf, scoreOf, weightsOf } from "../domain/spam/model.ts";
import type { TrainedModel } from "../domain/spam/trained-model.ts";
import type { Fields } from "../domain/submission/submission.ts";

export interface Classifier {
  /**
   * How far the post is from the threshold, in standard deviations of ham: 0 or more for spam.
   */
  distance(fields: Fields): number;
  /** What makes the post most like spam, strongest first. */
  reasons(fields: Fields): readonly Reason[];
}

export interface Reason {
  /** A word of the post, or the name of a mark, see {@link marksOf}. */
  readonly kind: "word" | "mark";
  readonly text: string;
}

/** Training examples of each kind that are required; with fewer, the result would be chance. */
const MIN_TRAINING_EXAMPLES = 5;
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 30;

/** `undefined` while there are too few training examples. */
export function createClassifier(trained: TrainedModel): Classifier | undefined {
  const { spam, ham, bias, threshold, spread } = trained;
  if (spam < MIN_TRAINING_EXAMPLES || ham < MIN_TRAINING_EXAMPLES) return undefined;
  const weights = weightsOf(trained);
  return {
    distance: (fields) =>
      (scoreOf(weights, bias, featuresOf(classifiedText(fields))) - threshold) / spread,
    reasons(fields) {
      const text = classifiedText(fields);
      return partsOf(text)
        .map(({ reason, features }) => ({
          reason,
          score: scoreOf(weights, 0, features) * rootOf(features),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MAX_REASONS)
        .map(({ reason }) => reason);
    },
  };
}

/** The distinct words and marks of a text, each with the features that it adds to the post. */
function partsOf(
  text: string,
): readonly { readonly reason: Reason; readonly features: Uint16Array }[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}_][^\s"“”<>()[\]]*/gu));
  return [
    ...[...words]
      .map((word) => ({
        reason: {
          kind: "word",
          text: word.replace(/\P{L}+$/u, "").slice(0, MAX_REASON_CHARACTERS),
        } as const,
        features: featuresOfWord(word),
      }))
      .filter(({ reason }) => reason.text !== ""),
    ...[...marksOf(text)].map((mark) => ({
      reason: { kind: "mark", text: mark } as const,
      features: featureOfMark(mark),
    })),
  ];
}
