import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../test/fake-clock.ts";
import { silentLog } from "../platform/log.ts";
import type { TrainedWords } from "../domain/classifier-words.ts";
import { createClassifier } from "./classifier.ts";
import { createClassifiers, type TrainingData } from "./classifiers.ts";

const trained = (version: number, over: Partial<TrainedWords> = {}): TrainedWords => ({
  account_id: 1,
  version,
  spam: 10,
  ham: 10,
  words: ["casino", "garden"],
  inSpam: [9, 0],
  inHam: [0, 9],
  ...over,
});

describe("a classifier", () => {
  it("scores words of spam above 0 and words of ham below 0, and names the former", () => {
    const classifier = createClassifier(trained(1));

    expect(classifier?.classify(["casino"])).toMatchObject({ spamWords: ["casino"] });
    expect(classifier?.classify(["casino"]).score).toBeGreaterThan(0.5);
    expect(classifier?.classify(["garden"]).score).toBeLessThan(-0.5);
    expect(classifier?.classify(["casino", "garden"]).score).toBeCloseTo(0);
    expect(classifier?.classify(["unheard"])).toEqual({ score: 0, spamWords: [] });
  });

  it.each([
    [4, 10],
    [10, 4],
    [0, 0],
  ])("does not exist after %i training examples of spam and %i of ham", (spam, ham) => {
    expect(createClassifier(trained(1, { spam, ham }))).toBeUndefined();
  });

  it("stays finite for inconsistent counts", () => {
    const classifier = createClassifier(trained(1, { inSpam: [9_999, 0], inHam: [0, 9_999] }));

    expect(Number.isFinite(classifier?.classify(["casino", "garden"]).score)).toBe(true);
  });
});

/** Classifiers over the training data that the test sets; the test can also delay reads. */
function scene() {
  let current: TrainedWords | Error | undefined;
  let reads = 0;
  let gate = Promise.resolve();
  const clock = createFakeClock(0);
  const trainingData: TrainingData = {
    list: () => Promise.resolve([1]),
    async read(_, known) {
      reads += 1;
      const found = current;
      await gate;
      if (found instanceof Error) throw found;
      return found?.version === known ? undefined : found;
    },
  };
  return {
    classifiers: createClassifiers(trainingData, clock, silentLog),
    train: (data: TrainedWords | Error) => (current = data),
    pass: (ms: number) => clock.advance(ms),
    reads: () => reads,
    delayReads: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

describe("the classifiers", () => {
  it("return loaded classifiers at once, and do not check for changes too early", async () => {
    const { classifiers, train, reads } = scene();
    train(trained(1));

    await classifiers.load();
    const first = classifiers.of(1);
    classifiers.of(1);
    classifiers.of(1);

    expect(first?.classify(["casino"]).score).toBeGreaterThan(0.5);
    // One read by load(), one in the background of the first of().
    expect(reads()).toBe(2);
  });

  it("find the training examples of another process in the background of a post", async () => {
    const { classifiers, train, pass } = scene();
    expect(classifiers.of(1)).toBeUndefined();
    train(trained(1));

    pass(5_000);
    classifiers.of(1);
    await classifiers.refresh(1);

    expect(classifiers.of(1)).toBeDefined();
  });

  it("read once more, for all callers, what was trained during a read", async () => {
    const { classifiers, train, reads, delayReads } = scene();
    train(trained(1, { spam: 0 }));
    const release = delayReads();
    const before = classifiers.refresh(1);
    train(trained(2));

    const after = [classifiers.refresh(1), classifiers.refresh(1), classifiers.refresh(1)];
    release();
    await Promise.all([before, ...after]);

    expect(classifiers.of(1)).toBeDefined();
    expect(reads()).toBe(3);
  });

  it("keep the previous classifier when a read fails", async () => {
    const { classifiers, train } = scene();
    train(trained(1));
    await classifiers.load();

    train(new Error("The reader is gone."));
    await classifiers.refresh(1);

    expect(classifiers.of(1)).toBeDefined();
  });
});
