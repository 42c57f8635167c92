// Teaches a classifier some texts and measures how it judges others.
import { NO_PRIOR } from "../../packages/server/src/domain/spam/prior.ts";
import { isCalledSpam } from "../../packages/server/test/spam/corpus.ts";
import { teach } from "../../packages/server/test/spam/taught-classifier.ts";
import type { Text } from "./texts.ts";

/** Shares from 0 to 1. */
export interface Result {
  /** Spam that is caught if the score's limit is set so that at most 1 % or 0.5 % of the ham is flagged. */
  readonly at1: number;
  readonly at05: number;
  /** Of the whole verdict with default checks: spam caught, and ham flagged. */
  readonly caught: number;
  readonly flagged: number;
}

export type Split = { readonly taught: readonly Text[]; readonly judged: readonly Text[] };

/** @param prior By default none: the one that comes with the server has seen most of these texts. */
export function measure({ taught, judged }: Split, prior = NO_PRIOR): Result {
  const classifier = teach(taught, prior);
  if (classifier === undefined) throw new Error("There are too few texts of a kind to teach.");
  const of = <T>(spam: boolean, judge: (text: Text) => T) =>
    judged.filter((text) => text.spam === spam).map(judge);
  const distance = ({ fields }: Text) => classifier.distance(fields);
  const ham = of(false, distance).toSorted((a, b) => b - a);
  const above = (share: number) => {
    const limit = ham[Math.floor(ham.length * share)] ?? Number.NEGATIVE_INFINITY;
    return shareOf(of(true, distance).map((score) => score > limit));
  };
  const flagged = (spam: boolean) =>
    shareOf(of(spam, (text) => isCalledSpam(text.fields, classifier)));
  return { at1: above(0.01), at05: above(0.005), caught: flagged(true), flagged: flagged(false) };
}

const shareOf = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;
