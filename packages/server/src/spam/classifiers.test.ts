import { describe, expect, it } from "vitest";
import type { Clock } from "../platform/clock.ts";
import { silentLog } from "../platform/log.ts";
import type { LearntWords } from "../domain/classifier-words.ts";
import { createClassifier } from "./classifier.ts";
import { createClassifiers, type Lessons } from "./classifiers.ts";

const learnt = (version: number, over: Partial<LearntWords> = {}): LearntWords => ({
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
  it("speaks for spam by words of spam, for ham by words of ham, and names the former", () => {
    const classifier = createClassifier(learnt(1));

    expect(classifier?.judge(["casino"])).toMatchObject({ tellingWords: ["casino"] });
    expect(classifier?.judge(["casino"]).score).toBeGreaterThan(0.5);
    expect(classifier?.judge(["garden"]).score).toBeLessThan(-0.5);
    expect(classifier?.judge(["casino", "garden"]).score).toBeCloseTo(0);
    expect(classifier?.judge(["unheard"])).toEqual({ score: 0, tellingWords: [] });
  });

  it.each([
    [4, 10],
    [10, 4],
    [0, 0],
  ])("says nothing after %i lessons of spam and %i of ham", (spam, ham) => {
    expect(createClassifier(learnt(1, { spam, ham }))).toBeUndefined();
  });

  it("stays finite for counts that do not fit each other", () => {
    const classifier = createClassifier(learnt(1, { inSpam: [9_999, 0], inHam: [0, 9_999] }));

    expect(Number.isFinite(classifier?.judge(["casino", "garden"]).score)).toBe(true);
  });
});

/** Lessons of one account, of which a test says what is there; reads end when it lets them. */
function scene() {
  let now = 0;
  let there: LearntWords | Error | undefined;
  let reads = 0;
  let gate = Promise.resolve();
  const clock: Clock = { now: () => now, after: () => () => undefined };
  const lessons: Lessons = {
    list: () => Promise.resolve([1]),
    async read(_, known) {
      reads += 1;
      const found = there;
      await gate;
      if (found instanceof Error) throw found;
      return found?.version === known ? undefined : found;
    },
  };
  return {
    classifiers: createClassifiers(lessons, clock, silentLog),
    teach: (what: LearntWords | Error) => (there = what),
    pass: (ms: number) => (now += ms),
    reads: () => reads,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

describe("the classifiers", () => {
  it("are there at once for accounts that were loaded, and asked for no news too soon", async () => {
    const { classifiers, teach, reads } = scene();
    teach(learnt(1));

    await classifiers.load();
    const first = classifiers.of(1);
    classifiers.of(1);
    classifiers.of(1);

    expect(first?.judge(["casino"]).score).toBeGreaterThan(0.5);
    // The start's, and one behind the first post.
    expect(reads()).toBe(2);
  });

  it("notice behind a post what another process was taught", async () => {
    const { classifiers, teach, pass } = scene();
    expect(classifiers.of(1)).toBeUndefined();
    teach(learnt(1));

    pass(5_000);
    classifiers.of(1);
    await classifiers.refresh(1);

    expect(classifiers.of(1)).toBeDefined();
  });

  it("read what was taught while a read was under way, once for all who wait", async () => {
    const { classifiers, teach, reads, hold } = scene();
    teach(learnt(1, { spam: 0 }));
    const release = hold();
    const before = classifiers.refresh(1);
    teach(learnt(2));

    const after = [classifiers.refresh(1), classifiers.refresh(1), classifiers.refresh(1)];
    release();
    await Promise.all([before, ...after]);

    expect(classifiers.of(1)).toBeDefined();
    expect(reads()).toBe(3);
  });

  it("keep what they know when a read fails", async () => {
    const { classifiers, teach } = scene();
    teach(learnt(1));
    await classifiers.load();

    teach(new Error("The reader is gone."));
    await classifiers.refresh(1);

    expect(classifiers.of(1)).toBeDefined();
  });
});
