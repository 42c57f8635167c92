/** A spam classifier that was taught texts one after the other, as users mark them. */
import { classifiedText, featuresOf } from "../../src/domain/spam/features.ts";
import { emptyModel, learn, type LearnedExample } from "../../src/domain/spam/model.ts";
import { type Prior, shippedPrior } from "../../src/domain/spam/prior.ts";
import { thresholdOf } from "../../src/domain/spam/threshold.ts";
import type { Fields } from "../../src/domain/submission/submission.ts";
import { type Classifier, createClassifier } from "../../src/spam/classifiers.ts";

/** As many as the store adjusts with each mark. */
const EARLIER_EXAMPLES = 128;

/** @returns `undefined` if there are too few examples of a kind. */
export function teach(
  texts: readonly { readonly fields: Fields; readonly spam: boolean }[],
  prior: Prior = shippedPrior(),
): Classifier | undefined {
  const model = emptyModel();
  const learned: LearnedExample[] = [];
  for (const { fields, spam } of texts) {
    const features = featuresOf(classifiedText(fields));
    const example = { features, spam, pull: 0, score: 0 };
    const earlier = learned.splice(0, EARLIER_EXAMPLES);
    learn(model, [example], earlier, prior);
    learned.push(...earlier, example);
  }
  const ham = learned.filter((example) => !example.spam);
  return createClassifier(
    {
      account_id: 1,
      version: 1,
      spam: learned.length - ham.length,
      ham: ham.length,
      ...model,
      ...thresholdOf(ham.map(({ score }) => score)),
    },
    prior,
  );
}
