/** Runs spam checks on a post and adds up the weights of their findings. */
import { type Finding, POSSIBLE_SPAM, spamScoreOf } from "../domain/submission/finding.ts";
import type { Fields } from "../domain/submission/submission.ts";
import type { Language } from "../platform/language.ts";
import type { Classifier } from "./classifiers.ts";

export interface SpamCheckInput {
  readonly fields: Fields;
  /** The sender's e-mail address, as {@link emailOf} finds it. */
  readonly email: string | null;
  /** The value of the honeypot field; `null` if the post did not contain it. */
  readonly honeypot: string | null;
  /** The value of `_started`, see {@link tooFast}; `null` if the post did not contain it. */
  readonly started: string | null;
  /** The sender's IP address exceeded the rate limit. */
  readonly isOverRate: boolean;
  readonly files: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The classifier of the form's account; `undefined` if it has too few training examples. */
  readonly classifier: Classifier | undefined;
  /** Whether the account lets the prior count. */
  readonly usesPrior: boolean;
  readonly hasCaptcha: boolean;
  /** Those of the form's pages. A host stands for its subdomains too. */
  readonly ownHosts: readonly string[];
  /** `null` if the page does not say. */
  readonly pageLanguage: Language | null;
  /** The header Accept-Language. */
  readonly acceptLanguage: string | undefined;
  /** Several other forms have received the same text. */
  readonly isRepeatedText: boolean;
}

/** @param sentence For users. */
export const findingOf = (check: string, weight: number, sentence: string): Finding => ({
  check,
  weight,
  sentence,
});

/** @param before What the checks before it have found. */
export type SpamCheck = (input: SpamCheckInput, before?: readonly Finding[]) => Finding | undefined;

export type Verdict =
  | { readonly kind: "ham"; readonly findings: readonly Finding[] }
  | { readonly kind: "spam"; readonly reason: string; readonly findings: readonly Finding[] };

const SPAM_THRESHOLD = 1;

export function runChecks(input: SpamCheckInput, checks: readonly SpamCheck[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const check of checks) {
    const finding = check(input, findings);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

const HAM: Verdict = { kind: "ham", findings: [] };

/**
 * Spam if the weights add up to 1 or more, or if one of them is 1 and its check does not guess by the content: no
 * resemblance to ham outweighs an unsolved captcha. `reason` is the check with the highest weight. Findings about ham
 * are kept if it is possibly spam.
 */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.length === 0) return HAM;
  const score = spamScoreOf(findings);
  const isProven = findings.some(
    ({ check, weight }) => weight >= SPAM_THRESHOLD && check !== "links",
  );
  if (!isProven && score < SPAM_THRESHOLD) {
    return score < POSSIBLE_SPAM ? HAM : { kind: "ham", findings };
  }
  const heaviest = findings.reduce((most, next) => (next.weight > most.weight ? next : most));
  return { kind: "spam", reason: heaviest.check, findings };
}

/** The findings without that of the classifier, if that alone makes spam of the post; otherwise `undefined`. */
export function withoutGuess(findings: readonly Finding[]): readonly Finding[] | undefined {
  const others = findings.filter(({ check }) => check !== "classifier");
  const isGuess = verdictOf(findings).kind === "spam" && verdictOf(others).kind === "ham";
  return isGuess ? others : undefined;
}
