// Precision and recall over a corpus of realistic form posts, by cross-validation.
import { NO_PRIOR } from "../domain/spam/prior.ts";
import {
  CORPUS,
  isCalledSpam,
  isSealed,
  type Message,
  messagesIn,
} from "../../test/spam/corpus.ts";
import { teach } from "../../test/spam/taught-classifier.ts";

const FOLDS = 5;
const MIN_RECALL = 0.7;
const MAX_HAM_FLAGGED = 0.01;

const corpus = messagesIn(CORPUS);

/** Whether each message is flagged by a classifier that was trained on the other folds, without the prior, which knows them. */
function crossValidated(): ReadonlyMap<Message, boolean> {
  // Ham and spam alternate in the file, so each fold contains both.
  const foldOf = (n: number) => Math.floor(n / 2) % FOLDS;
  const flagged = new Map<Message, boolean>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const classifier = teach(
      corpus
        .filter((_, n) => foldOf(n) !== fold)
        .map(({ fields, verdict }) => ({ fields, spam: verdict === "spam" })),
      NO_PRIOR,
    );
    for (const message of corpus.filter((_, n) => foldOf(n) === fold)) {
      flagged.set(message, isCalledSpam(message.fields, classifier));
    }
  }
  return flagged;
}

function measure(flagged: ReadonlyMap<Message, boolean>) {
  const count = (verdict: string, flag: boolean) =>
    [...flagged].filter(([message, is]) => message.verdict === verdict && is === flag).length;
  const flaggedSpam = count("spam", true);
  const flaggedHam = count("ham", true);
  return {
    recall: flaggedSpam / (flaggedSpam + count("spam", false)),
    precision: flaggedSpam / (flaggedSpam + flaggedHam),
    hamFlagged: flaggedHam / (flaggedHam + count("ham", false)),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

it("contains distinct messages in many languages, and ham with links and money", () => {
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

it("is classified after training: at least 70 % of the spam and at most 1 % of the ham is flagged", () => {
  const { recall, precision, hamFlagged } = measure(crossValidated());

  console.log(
    `spam caught ${percent(recall)}, precision ${percent(precision)}, ham flagged ${percent(hamFlagged)}`,
  );
  expect(recall).toBeGreaterThanOrEqual(MIN_RECALL);
  expect(hamFlagged).toBeLessThanOrEqual(MAX_HAM_FLAGGED);
});

it("is classified without training: of the messages that the prior has not seen, no ham and a part of the spam", () => {
  const flagged = new Map(
    corpus.filter(isSealed).map((message) => [message, isCalledSpam(message.fields, undefined)]),
  );

  const { recall, hamFlagged } = measure(flagged);

  console.log(`untrained: spam caught ${percent(recall)}, ham flagged ${percent(hamFlagged)}`);
  expect(hamFlagged).toBe(0);
  expect(recall).toBeGreaterThan(0.25);
});
