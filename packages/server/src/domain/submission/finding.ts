/** Findings of spam checks, stored with the submission to explain its verdict to users. */

/** One reason for or against classifying a post as spam. */
export interface Finding {
  readonly check: string;
  /** At most 1. The weights of all findings are added; a negative weight is evidence of ham. */
  readonly weight: number;
  /** One sentence for users. */
  readonly sentence: string;
}

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
