/**
 * Compares a post with the submissions that users marked as spam or ham. It is the only check whose weight can
 * be negative: a business that sells loans gets honest posts about loans, and its corrections then outweigh
 * the other checks.
 */
import type { Reason } from "./classifier.ts";
import type { SpamCheck } from "./verdict.ts";

/** A post at the threshold is spam by this check alone; ham is usually two standard deviations below. */
const WEIGHT_PER_DEVIATION = 0.7;
const MIN_WEIGHT = -0.9;
/** A smaller weight, positive or negative, is no finding. */
const MIN_ABSOLUTE_WEIGHT = 0.05;

const MARKS: Readonly<Record<string, string>> = {
  "links:1": "a link",
  "links:2": "two links",
  "links:many": "many links",
  "links:alone": "links with few words",
  markup: "links in HTML or BBCode",
  short: "few words",
  money: "amounts of money",
  percent: "percentages",
  shouting: "repeated “!” or “?”",
  capitals: "capital letters",
  emoji: "emoji",
  "mixed-letters": "words of mixed scripts",
};

export const classifierCheck: SpamCheck = ({ fields, classifier }) => {
  if (classifier === undefined) return undefined;
  const exact = 1 + WEIGHT_PER_DEVIATION * classifier.distance(fields);
  // Rounded down: below the threshold it is never spam by this check alone.
  const weight = Math.floor(Math.max(MIN_WEIGHT, Math.min(1, exact)) * 100) / 100;
  if (Math.abs(weight) < MIN_ABSOLUTE_WEIGHT) return undefined;
  return {
    check: "classifier",
    weight,
    sentence:
      weight < 0
        ? "It resembles submissions that were marked as not spam."
        : likeSpam(classifier.reasons(fields)),
  };
};

function likeSpam(reasons: readonly Reason[]): string {
  const like = "It resembles submissions that were marked as spam";
  return reasons.length === 0 ? `${like}.` : `${like}, mainly by ${reasons.map(named).join(", ")}.`;
}

const named = ({ kind, text }: Reason) =>
  kind === "word" ? `“${text}”` : (MARKS[text] ?? `${text.replace("script:", "")} letters`);
