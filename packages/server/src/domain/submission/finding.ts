/** Findings of spam checks, stored with the submission to explain its verdict to users. */

/** One reason for or against classifying a post as spam. */
export interface Finding {
  readonly check: string;
  /** At most 1. The weights of all findings are added; a negative weight is evidence of ham. */
  readonly weight: number;
  /** One sentence for users. */
  readonly sentence: string;
}

/** Rounded, because in floating point 0.1 + 0.2 + 0.7 is less than 1. */
export const spamScoreOf = (findings: readonly Finding[]): number =>
  Math.round(findings.reduce((sum, { weight }) => sum + weight, 0) * 100) / 100;

/** @param stored The findings as a submission's row has them. */
export const parseFindings = (stored: string | null): readonly Finding[] | null =>
  stored === null ? null : (JSON.parse(stored) as readonly Finding[]);

/** From here on, ham is shown as possible spam. */
export const POSSIBLE_SPAM = 0.5;

/** The finding of a duplicate. The store writes it, since a duplicate is detected at commit. */
export const DUPLICATE_FINDINGS = JSON.stringify([
  {
    check: "duplicate",
    weight: 1,
    sentence: "The form received the same content less than ten minutes earlier.",
  },
] satisfies Finding[]);

export const MARKED_FINDINGS = JSON.stringify([
  { check: "marked", weight: 1, sentence: "A user marked it as spam." },
] satisfies Finding[]);
