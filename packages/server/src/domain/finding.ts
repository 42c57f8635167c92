/** What a spam check found; kept with the submission, for the person who looks at it. */

/** One reason for or against taking a post for spam. */
export interface Finding {
  /** The check's name. */
  readonly check: string;
  /** At most 1; the weights add up. Below 0 it speaks for ham. */
  readonly weight: number;
  /** For the person who looks at it; one sentence. */
  readonly sentence: string;
}

/** Only the commit knows a duplicate, so it keeps the finding as well. */
export const DUPLICATE_FINDINGS = JSON.stringify([
  {
    check: "duplicate",
    weight: 1,
    sentence: "The form was sent the same content less than ten minutes before.",
  },
] satisfies Finding[]);

/** What stands for a person's own judgement. */
export const MARKED_FINDINGS = JSON.stringify([
  { check: "marked", weight: 1, sentence: "A person marked it as spam." },
] satisfies Finding[]);
