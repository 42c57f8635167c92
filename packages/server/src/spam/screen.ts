/** Runs spam checks on a post, in order, and adds up what they found. */
import type { Finding } from "../domain/finding.ts";
import type { Fields } from "../domain/submission.ts";
import type { Classifier } from "./classifier.ts";

/** What a check may look at. */
export interface Suspect {
  readonly fields: Fields;
  /** The sender's address, as {@link emailOf} finds it. */
  readonly email: string | null;
  /** What the honeypot held; `null` when the post did not have it. */
  readonly honeypot: string | null;
  /** What the page says of when it was opened; `null` when it says nothing. */
  readonly started: string | null;
  /** Its address has sent more than the rate limit lets through. */
  readonly isOverRate: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What people taught; `undefined` when nobody has yet. */
  readonly classifier: Classifier | undefined;
}

export type Check = (suspect: Suspect) => Finding | undefined;

export type Verdict =
  | { readonly kind: "ham" }
  | { readonly kind: "spam"; readonly reason: string; readonly findings: readonly Finding[] };

const SPAM_THRESHOLD = 1;

/** The verdict of the checks alone; a check that asks others comes later, see {@link addUp}. */
export function screen(suspect: Suspect, checks: readonly Check[]): Verdict {
  return addUp(findingsOf(suspect, checks));
}

export function findingsOf(suspect: Suspect, checks: readonly Check[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const check of checks) {
    const finding = check(suspect);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

const HAM: Verdict = { kind: "ham" };

/** `reason` is the name of the weightiest finding. */
export function addUp(findings: readonly Finding[]): Verdict {
  if (findings.length === 0) return HAM;
  const total = findings.reduce((sum, { weight }) => sum + weight, 0);
  // Weights are tenths, and their sums are not quite: 0.1 + 0.2 + 0.7 is less than 1.
  if (Math.round(total * 100) / 100 < SPAM_THRESHOLD) return HAM;
  const heaviest = findings.reduce((most, next) => (next.weight > most.weight ? next : most));
  return { kind: "spam", reason: heaviest.check, findings };
}
