import { createFakeClock } from "../../test/fake-clock.ts";
import { classifiedText, featuresOf } from "../domain/spam/features.ts";
import { emptyModel, learn } from "../domain/spam/model.ts";
import { thresholdOf } from "../domain/spam/threshold.ts";
import type { TrainedModel } from "../domain/spam/trained-model.ts";
import { silentLog } from "../platform/log.ts";
import { classifierCheck } from "./classifier-check.ts";
import { createClassifier, createClassifiers, type TrainingData } from "./classifiers.ts";
import { spamCheckInput } from "../../test/spam-check-input.ts";

const fieldsOf = (message: string) => [["message", message]] as const;

const PLACES = "Rome Oslo Lima Cairo Delhi Paris Kyoto Quito Perth Bonn".split(" ");

/** The model of ten submissions about a casino that were marked spam, and ten about gardens marked ham. */
function trained(version: number, over: Partial<TrainedModel> = {}): TrainedModel {
  const model = emptyModel();
  const examples = PLACES.flatMap((place) =>
    [`The casino of ${place} pays you a bonus`, `Our garden in ${place} needs water`].map(
      (message, n) => ({
        features: featuresOf(classifiedText(fieldsOf(message))),
        spam: n === 0,
        pull: 0,
        score: 0,
      }),
    ),
  );
  learn(model, examples, []);
  const ham = examples.filter(({ spam }) => !spam).map(({ score }) => score);
  return { account_id: 1, version, spam: 10, ham: 10, ...model, ...thresholdOf(ham), ...over };
}

describe("a classifier", () => {
  it("puts spam above the threshold, ham below, and names the words and marks of spam", () => {
    const classifier = createClassifier(trained(1));

    const spam = fieldsOf("The casino of Berlin pays you a bonus");
    const [casino, garden] = ["casino", "garden"].map((text) => ({ kind: "word", text }));
    expect(classifier?.distance(spam)).toBeGreaterThan(0);
    expect(classifier?.distance(fieldsOf("Our garden in Berlin needs water"))).toBeLessThan(-1);
    expect(classifier?.reasons(fieldsOf("The garden casino!"))).toContainEqual(casino);
    expect(classifier?.reasons(fieldsOf("Our garden"))).not.toContainEqual(garden);
  });

  it("names marks in plain words", () => {
    const classifier = {
      distance: () => 0,
      reasons: () => [
        { kind: "mark", text: "links:many" } as const,
        { kind: "mark", text: "script:cyrillic" } as const,
        { kind: "word", text: "casino" } as const,
      ],
    };

    expect(classifierCheck(spamCheckInput({ classifier }))).toEqual({
      check: "classifier",
      weight: 1,
      sentence:
        "It resembles submissions that were marked as spam, mainly by many links, cyrillic letters, “casino”.",
    });
  });

  it.each([
    [4, 10],
    [10, 4],
    [0, 0],
  ])("does not exist after %i training examples of spam and %i of ham", (spam, ham) => {
    expect(createClassifier(trained(1, { spam, ham }))).toBeUndefined();
  });

  it("is spam alone at the threshold only", () => {
    const weightAt = (distance: number) => {
      const classifier = { distance: () => distance, reasons: () => [] };
      return classifierCheck(spamCheckInput({ classifier }))?.weight;
    };

    expect([5, 0, -0.001, -1, -5].map(weightAt)).toEqual([1, 1, 0.99, 0.3, -0.9]);
    expect(weightAt(-1.42)).toBeUndefined();
  });
});

describe("a post to an account that has marked nothing", () => {
  const pitch =
    "Hi, we offer guaranteed SEO services: first page of Google, high quality backlinks, guest posts. Reply for a free quote!";
  const check = (message: string, hasCaptcha = false) =>
    classifierCheck(spamCheckInput({ message, hasCaptcha }));

  it("is compared with common spam, and the finding names what is alike", () => {
    expect(check(pitch)).toMatchObject({
      weight: 1,
      sentence: expect.stringMatching(/^It resembles common spam, mainly by “/),
    });
    expect(check("Hello, is the blue armchair still for sale?")).toBeUndefined();
  });

  it("is at most possible spam by this check where the form has a captcha", () => {
    expect(check(pitch, true)?.weight).toBe(0.9);
  });

  it("does not count links twice", () => {
    const links = { check: "links", weight: 0.6, sentence: "Links." };

    expect(classifierCheck(spamCheckInput({ message: pitch }), [links])?.weight).toBe(0.4);
  });
});

/** Classifiers over the training data that the test sets; the test can also delay reads. */
function scene() {
  let current: TrainedModel | Error | undefined;
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
    train: (data: TrainedModel | Error) => (current = data),
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

    expect(first?.distance(fieldsOf("The casino of Berlin pays you a bonus"))).toBeGreaterThan(0);
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
