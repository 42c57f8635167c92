/**
 * An online learner: logistic regression over hashed features, fitted one training example at a time in its dual
 * form. Each example has a pull, the strength with which it moves the weights of its features; repeated visits to
 * the same examples approach the regression that is fitted to all of them at once.
 * (H. Yu, F. Huang, C. Lin, "Dual coordinate descent methods for logistic regression", 2011)
 *
 * Pulls add up, so an example is taken back exactly. A feature of `d` out of `n` examples has the value
 * ln((1 + n) / (1 + d)) + 1, divided by the root of the post's number of features. The score that the prior gives the
 * post is one more feature, so the examples themselves say how much it is worth for this account.
 */
import { FEATURES } from "./features.ts";
import { type Prior, shippedPrior } from "./prior.ts";

/** The upper limit of a pull: C of logistic regression. */
const MAX_PULL = 5;
/** How often {@link learn} visits each example. */
const PASSES = 2;
const MAX_NEWTON_STEPS = 20;
const PULL_TOLERANCE = 1e-6;
/** All counts are halved above this many examples, so that they stay below 65,536. */
const MAX_COUNTED = 20_000;
/** After this many examples the prior's score counts half. */
const PRIOR_HALF_LIFE = 20;

/** What was learned. Changed in place. */
export interface SpamModel {
  /** For each feature, the sum of its examples' pulls, each divided by the root of the example's features. */
  readonly sums: Float32Array;
  /** In how many learned examples each feature occurs. */
  readonly counts: Uint16Array;
  examples: number;
  /** The sum of all pulls. */
  bias: number;
  /** The sum of all pulls, each times the prior's score of its example. */
  prior_pull: number;
  /** Whether the account lets the prior count. */
  readonly usesPrior: boolean;
}

export interface LearnedExample {
  readonly features: Uint16Array;
  readonly spam: boolean;
  /** Above 0 for spam, below 0 for ham; 0 before the example is learned. */
  pull: number;
  /** The score that all other examples give it, at the last visit. */
  score: number;
}

export const emptyModel = (usesPrior = true): SpamModel => ({
  sums: new Float32Array(FEATURES),
  counts: new Uint16Array(FEATURES),
  examples: 0,
  bias: 0,
  prior_pull: 0,
  usesPrior,
});

/** Learns new examples, and adjusts earlier ones beside them. */
export function learn(
  model: SpamModel,
  added: readonly LearnedExample[],
  earlier: readonly LearnedExample[],
  prior: Prior = shippedPrior(),
): void {
  for (const { features } of added) countFeatures(model, features);
  const values = featureValues(model);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const example of added) visit(model, example, values, prior);
    for (const example of earlier) visit(model, example, values, prior);
  }
}

/** Takes an example back, as if it had never been learned. */
export function forget(
  model: SpamModel,
  { features, pull }: Pick<LearnedExample, "features" | "pull">,
): void {
  pullBy(model, features, -pull, scoreOf(shippedPrior(), features));
  model.examples = Math.max(0, model.examples - 1);
  for (const feature of features) {
    model.counts[feature] = Math.max(0, (model.counts[feature] ?? 0) - 1);
  }
}

/** By what {@link scoreOf} adds up features. */
export interface Weights {
  readonly weights: Float32Array;
  readonly bias: number;
}

/** The weights that were learned, with those of the prior as far as they count. */
export function weightsOf(model: SpamModel, prior: Prior = shippedPrior()): Weights {
  const values = featureValues(model);
  const share = shareOfPrior(model);
  return {
    weights: model.sums.map(
      (sum, feature) =>
        sum * (values[model.counts[feature] ?? 0] ?? 0) + share * (prior.weights[feature] ?? 0),
    ),
    bias: model.bias + share * prior.bias,
  };
}

/** Above 0 for spam, below 0 for ham, as the log of the odds. */
export function scoreOf({ weights, bias }: Weights, features: Uint16Array): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] ?? 0;
  return bias + sum / rootOf(features);
}

/** The squared value of the prior's score as a feature. */
const priorValue = ({ examples, usesPrior }: SpamModel) =>
  usesPrior ? 1 / (1 + examples / PRIOR_HALF_LIFE) : 0;

const shareOfPrior = (model: SpamModel) => priorValue(model) * model.prior_pull;

/** The divisor of the values of a post's features. */
export const rootOf = (features: Uint16Array): number => Math.sqrt(Math.max(1, features.length));

function countFeatures(model: SpamModel, features: Uint16Array): void {
  if (model.examples >= MAX_COUNTED) {
    model.examples >>>= 1;
    for (let n = 0; n < FEATURES; n += 1) model.counts[n] = (model.counts[n] ?? 0) >>> 1;
  }
  model.examples += 1;
  for (const feature of features) model.counts[feature] = (model.counts[feature] ?? 0) + 1;
}

/** The squared value of a feature by its count, before it is divided by the number of features. */
function featureValues({ examples }: SpamModel): Float64Array {
  const values = new Float64Array(examples + 1);
  for (let count = 0; count <= examples; count += 1) {
    values[count] = (Math.log((1 + examples) / (1 + count)) + 1) ** 2;
  }
  return values;
}

/** Sets the pull of the example to its best value beside all others. */
function visit(
  model: SpamModel,
  example: LearnedExample,
  values: Float64Array,
  prior: Prior,
): void {
  const { features, spam } = example;
  const { sums, counts } = model;
  const side = spam ? 1 : -1;
  let sum = 0;
  let squares = 0;
  for (const feature of features) {
    const value = values[counts[feature] ?? 0] ?? 1;
    sum += (sums[feature] ?? 0) * value;
    squares += value;
  }
  const known = scoreOf(prior, features);
  const size = 1 + squares / Math.max(1, features.length) + priorValue(model) * known ** 2;
  const score =
    model.bias + sum / rootOf(features) + shareOfPrior(model) * known - example.pull * size;
  const pull = side * bestPull(side * score, size);
  pullBy(model, features, pull - example.pull, known);
  example.pull = pull;
  example.score = score;
}

/** Solves pull = MAX_PULL / (1 + exp(margin + pull · size)) by Newton's method within bisection. */
function bestPull(margin: number, size: number): number {
  let low = 0;
  let high = MAX_PULL;
  let pull = MAX_PULL / 10;
  for (let step = 0; step < MAX_NEWTON_STEPS; step += 1) {
    const share = 1 / (1 + Math.exp(margin + pull * size));
    const excess = pull - MAX_PULL * share;
    if (excess > 0) high = pull;
    else low = pull;
    const newton = pull - excess / (1 + MAX_PULL * share * (1 - share) * size);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - pull) < PULL_TOLERANCE) return next;
    pull = next;
  }
  return pull;
}

/** @param known The prior's score of the example. */
function pullBy(model: SpamModel, features: Uint16Array, change: number, known: number): void {
  if (change === 0) return;
  const step = change / rootOf(features);
  const { sums } = model;
  for (const feature of features) sums[feature] = (sums[feature] ?? 0) + step;
  model.bias += change;
  model.prior_pull += change * known;
}
