/** The check that has learned: from what users of the account marked, and before that from public texts. */
import type { Finding } from "../domain/submission/finding.ts";
import type { Fields } from "../domain/submission/submission.ts";
import { classifiedText, featuresOf } from "../domain/spam/features.ts";
import { scoreOf } from "../domain/spam/model.ts";
import { shippedPrior } from "../domain/spam/prior.ts";
import { type ClassifierReason, reasonsOf } from "./classifiers.ts";
import { findingOf, type SpamCheck } from "./verdict.ts";

/** A post at the threshold is spam by this check alone; ham is usually two standard deviations below. */
const WEIGHT_PER_DEVIATION = 0.7;
const MIN_WEIGHT = -0.9;
/** A smaller weight, positive or negative, is no finding. */
const MIN_ABSOLUTE_WEIGHT = 0.05;
/** A smaller score of the prior is no finding: it knows other people's texts only. */
const MIN_PRIOR_WEIGHT = 0.25;
/** The prior alone never outweighs a captcha, which has been solved or is spam by itself. */
const MAX_WEIGHT_WITH_CAPTCHA = 0.9;

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

/**
 * Compares a post with the submissions that users marked as spam or ham. It is the only check whose weight can
 * be negative: a business that sells loans gets honest posts about loans, and its corrections then outweigh
 * the other checks. While too few are marked, it compares with public texts instead.
 */
export const classifierCheck: SpamCheck = (input, before = []) => {
  const { fields, classifier, usesPrior, hasCaptcha } = input;
  if (classifier === undefined) {
    return usesPrior ? compareWithPrior(fields, hasCaptcha, before) : undefined;
  }
  const exact = 1 + WEIGHT_PER_DEVIATION * classifier.distance(fields);
  const weight = rounded(Math.max(MIN_WEIGHT, Math.min(1, exact)));
  if (Math.abs(weight) < MIN_ABSOLUTE_WEIGHT) return undefined;
  return findingOf(
    "classifier",
    weight,
    weight < 0
      ? "It resembles submissions that were marked as not spam."
      : likeSpam("submissions that were marked as spam", classifier.reasons(fields)),
  );
};

function compareWithPrior(
  fields: Fields,
  hasCaptcha: boolean,
  before: readonly Finding[],
): Finding | undefined {
  const prior = shippedPrior();
  const score = scoreOf(prior, featuresOf(classifiedText(fields)));
  // Links are among what the prior knows: they do not count twice.
  const counted = before.find(({ check }) => check === "links")?.weight ?? 0;
  const weight = rounded(Math.min(hasCaptcha ? MAX_WEIGHT_WITH_CAPTCHA : 1, score) - counted);
  if (weight < MIN_PRIOR_WEIGHT) return undefined;
  return findingOf("classifier", weight, likeSpam("common spam", reasonsOf(fields, prior)));
}

/** Down, so that a post below the threshold is never spam by this check alone. */
const rounded = (weight: number) => Math.floor(weight * 100) / 100;

const likeSpam = (what: string, reasons: readonly ClassifierReason[]): string =>
  reasons.length === 0
    ? `It resembles ${what}.`
    : `It resembles ${what}, mainly by ${reasons.map(named).join(", ")}.`;

const named = ({ kind, text }: ClassifierReason) =>
  kind === "word" ? `“${text}”` : (MARKS[text] ?? `${text.replace("script:", "")} letters`);
