import fc from "fast-check";
import { emptyModel, forget, learn, type LearnedExample, scoreOf, weightsOf } from "./model.ts";
import { NO_PRIOR } from "./prior.ts";

const example = (features: readonly number[], spam: boolean): LearnedExample => ({
  features: Uint16Array.from(features),
  spam,
  pull: 0,
  score: 0,
});

const anExample = fc
  .record({
    features: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 }),
    spam: fc.boolean(),
  })
  .map(({ features, spam }) => example(features, spam));
const someExamples = fc.array(anExample, { minLength: 1, maxLength: 12 });

describe("the learner", () => {
  it("separates what it learned", () => {
    const model = emptyModel();
    const spam = [example([1, 2, 9], true), example([1, 3, 9], true)];
    const ham = [example([4, 5, 9], false), example([4, 6, 9], false)];

    learn(model, [...spam, ...ham], []);

    const weights = weightsOf(model);
    const scores = (some: LearnedExample[]) =>
      some.map(({ features }) => scoreOf(weights, features));
    expect(Math.min(...scores(spam))).toBeGreaterThan(0.5);
    expect(Math.max(...scores(ham))).toBeLessThan(-0.5);
    expect(scoreOf(weights, Uint16Array.of(1))).toBeGreaterThan(0.5);
  });

  it("takes any examples back exactly, in any order", () => {
    fc.assert(
      fc.property(someExamples, someExamples, (kept, taken) => {
        const model = emptyModel();
        learn(model, kept, []);
        const pulls = kept.map(({ pull }) => pull);
        const before = { ...model, sums: model.sums.slice(), counts: model.counts.slice() };

        learn(model, taken, []);
        for (const one of taken.toReversed()) forget(model, one);

        expect(kept.map(({ pull }) => pull)).toEqual(pulls);
        expect(model.counts).toEqual(before.counts);
        expect(model.examples).toBe(before.examples);
        expect(model.bias).toBeCloseTo(before.bias, 5);
        expect(model.prior_pull).toBeCloseTo(before.prior_pull, 4);
        for (let n = 0; n <= 40; n += 1) {
          expect(model.sums[n]).toBeCloseTo(before.sums[n] ?? Number.NaN, 4);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("approaches the regression that is fitted to all examples at once", () => {
    fc.assert(
      fc.property(someExamples, (examples) => {
        const model = emptyModel();
        learn(model, examples, []);
        for (let n = 0; n < 100; n += 1) learn(model, [], examples);

        // The optimum's condition: each pull is C times the probability of the other verdict.
        const weights = weightsOf(model);
        for (const { features, spam, pull } of examples) {
          const margin = scoreOf(weights, features) * (spam ? 1 : -1);
          expect(Math.abs(pull)).toBeCloseTo(5 / (1 + Math.exp(margin)), 2);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("halves its counts before they exceed two bytes", () => {
    const model = { ...emptyModel(), examples: 20_000 };
    model.counts[7] = 20_000;

    learn(model, [example([7], true)], []);

    expect(model.examples).toBe(10_001);
    expect(model.counts[7]).toBe(10_001);
  });

  it("has no weights before it learned", () => {
    expect(weightsOf(emptyModel())).toEqual(NO_PRIOR);
  });

  it("trusts the prior as far as the examples agree with it, and less the more there are", () => {
    const knowing = { weights: Float32Array.of(0, 1, -1), bias: 0 };
    const taught = (isRight: boolean, count: number) => {
      const model = emptyModel();
      const examples = Array.from({ length: count }, (_, n) => [
        example([1, 10 + n], isRight),
        example([2, 10 + n], !isRight),
      ]).flat();
      learn(model, examples, [], knowing);
      const { weights } = weightsOf(model, knowing);
      return (weights[1] ?? 0) - (weightsOf(model, NO_PRIOR).weights[1] ?? 0);
    };

    expect(taught(true, 3)).toBeGreaterThan(0.5);
    expect(taught(false, 3)).toBeLessThan(-0.5);
    expect(taught(true, 100)).toBeLessThan(taught(true, 3));
  });
});
