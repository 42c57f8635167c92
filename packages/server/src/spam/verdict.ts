/** Runs spam checks on a post and adds up the weights of their findings. */
import type { Finding } from "../domain/submission/finding.ts";
import type { Fields } from "../domain/submission/submission.ts";
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
}

/** @param sentence For users. */
export const findingOf = (check: string, weight: number, sentence: string): Finding => ({
  check,
  weight,
  sentence,
});

export type SpamCheck = (input: SpamCheckInput) => Finding | undefined;

export type Verdict =
  | { readonly kind: "ham" }
  | { readonly kind: "spam"; readonly reason: string; readonly findings: readonly Finding[] };

const SPAM_THRESHOLD = 1;

export function runChecks(input: SpamCheckInput, checks: readonly SpamCheck[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const check of checks) {
    const finding = check(input);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

const HAM: Verdict = { kind: "ham" };

/** Checks that guess by the content, so that findings which indicate ham outweigh them at any weight. */
const GUESSES: readonly string[] = ["pitch", "links"];

/**
 * Spam if the weights add up to 1 or more, or if one of them is 1 and its check does not guess: no resemblance to
 * ham outweighs an unsolved captcha. `reason` is the check with the highest weight.
 */
export function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.length === 0) return HAM;
  const total = findings.reduce((sum, { weight }) => sum + weight, 0);
  // Rounded, because in floating point 0.1 + 0.2 + 0.7 is less than 1.
  const isProven = findings.some(
    ({ check, weight }) => weight >= SPAM_THRESHOLD && !GUESSES.includes(check),
  );
  if (!isProven && Math.round(total * 100) / 100 < SPAM_THRESHOLD) return HAM;
  const heaviest = findings.reduce((most, next) => (next.weight > most.weight ? next : most));
  return { kind: "spam", reason: heaviest.check, findings };
}
