// Precision and recall over messages such as forms really get, by cross-validation.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SPAM_CHECK_DEFAULTS } from "../domain/form.ts";
import { emailOf, type Fields } from "../domain/submission.ts";
import { wordsOf } from "../domain/classifier-words.ts";
import { type Classifier, createClassifier } from "./classifier.ts";
import { checksOf } from "./checks.ts";
import { screen } from "./screen.ts";

interface Message {
  readonly verdict: "ham" | "spam";
  readonly lang: string;
  readonly fields: Fields;
}

const FOLDS = 10;
const MIN_RECALL = 0.95;
const MAX_HAM_FLAGGED = 0.01;

const corpus = readFileSync(
  new URL("../../../../test/vectors/spam-corpus.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Message);
const words = new Map(corpus.map((message) => [message, wordsOf(message.fields)]));

/** What people would have taught by marking each of `messages`. */
function taught(messages: readonly Message[]): Classifier | undefined {
  const counts = new Map<string, { spam: number; ham: number }>();
  const lessons = { spam: 0, ham: 0 };
  for (const message of messages) {
    lessons[message.verdict] += 1;
    for (const word of words.get(message) ?? []) {
      const count = counts.get(word) ?? { spam: 0, ham: 0 };
      counts.set(word, count);
      count[message.verdict] += 1;
    }
  }
  return createClassifier({
    account_id: 1,
    version: 1,
    ...lessons,
    words: [...counts.keys()],
    inSpam: [...counts.values()].map(({ spam }) => spam),
    inHam: [...counts.values()].map(({ ham }) => ham),
  });
}

const CHECKS = checksOf({
  blocked_domains: [],
  content_blacklist: [],
  spam_checks: SPAM_CHECK_DEFAULTS,
});

const isTakenForSpam = ({ fields }: Message, classifier: Classifier | undefined) =>
  screen(
    {
      fields,
      email: emailOf(fields),
      honeypot: null,
      started: null,
      isOverRate: false,
      now: 0,
      classifier,
    },
    CHECKS,
  ).kind === "spam";

/** Each message judged by what was taught from the folds that it is not in. */
function crossValidated(): ReadonlyMap<Message, boolean> {
  // Ham and spam take turns in the file, so each fold holds both.
  const foldOf = (n: number) => Math.floor(n / 2) % FOLDS;
  const judged = new Map<Message, boolean>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const classifier = taught(corpus.filter((_, n) => foldOf(n) !== fold));
    for (const message of corpus.filter((_, n) => foldOf(n) === fold)) {
      judged.set(message, isTakenForSpam(message, classifier));
    }
  }
  return judged;
}

function measure(judged: ReadonlyMap<Message, boolean>) {
  const count = (verdict: string, taken: boolean) =>
    [...judged].filter(([message, is]) => message.verdict === verdict && is === taken).length;
  const caught = count("spam", true);
  const flagged = count("ham", true);
  return {
    recall: caught / (caught + count("spam", false)),
    precision: caught / (caught + flagged),
    hamFlagged: flagged / (flagged + count("ham", false)),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

describe("the corpus", () => {
  it("holds what forms get: different messages, in many languages, ham with links and money", () => {
    const texts = corpus.map(({ fields }) => String(fields.at(-1)?.[1]));
    const ham = corpus.filter(({ verdict }) => verdict === "ham");

    expect(new Set(texts).size).toBe(corpus.length);
    expect(ham.length).toBeGreaterThan(250);
    expect(corpus.length - ham.length).toBeGreaterThan(250);
    expect(new Set(corpus.map(({ lang }) => lang)).size).toBeGreaterThan(20);
    expect(ham.filter(({ fields }) => /https:/.test(String(fields))).length).toBeGreaterThan(15);
    expect(
      ham.filter(({ fields }) => /[$€£]|euro/.test(String(fields))).length,
    ).toBeGreaterThanOrEqual(10);
  });

  it("is told apart once people have taught: 95 % of the spam, and 1 % of the ham at most", () => {
    const { recall, precision, hamFlagged } = measure(crossValidated());

    console.log(
      `spam caught ${percent(recall)}, precision ${percent(precision)}, ham flagged ${percent(hamFlagged)}`,
    );
    expect(recall).toBeGreaterThanOrEqual(MIN_RECALL);
    expect(hamFlagged).toBeLessThanOrEqual(MAX_HAM_FLAGGED);
  });

  it("loses no ham before anybody has taught anything, and a part of the spam all the same", () => {
    const judged = new Map(corpus.map((message) => [message, isTakenForSpam(message, undefined)]));

    const { recall, hamFlagged } = measure(judged);

    console.log(`untaught: spam caught ${percent(recall)}, ham flagged ${percent(hamFlagged)}`);
    expect(hamFlagged).toBe(0);
    expect(recall).toBeGreaterThan(0.25);
  });
});
