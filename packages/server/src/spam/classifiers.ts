/**
 * Keeps the classifiers of the accounts in memory, so that a post never waits for the database. Each training
 * example raises a version number; checking it every few seconds finds the changes of other processes.
 */
import { type Clock, type MonotonicMs, plusMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { TrainedModel } from "../domain/spam/trained-model.ts";
import {
  classifiedText,
  featureOfMark,
  featuresOf,
  featuresOfWord,
} from "../domain/spam/features.ts";
import { marksOf } from "../domain/spam/marks.ts";
import { rootOf, scoreOf, type Weights, weightsOf } from "../domain/spam/model.ts";
import type { Prior } from "../domain/spam/prior.ts";
import type { Fields } from "../domain/submission/submission.ts";

export interface TrainingData {
  /** Accounts that have training examples, at most `limit`. */
  readonly list: (limit: number) => Promise<readonly number[]>;
  /** `undefined` if nothing has changed since the version `known`. */
  readonly read: (accountId: number, known: number) => Promise<TrainedModel | undefined>;
}

export type Classifiers = ReturnType<typeof createClassifiers>;

/** A classifier takes 256 KB. */
const MAX_LOADED = 100;
const CHECK_EVERY_MS = 5_000;

type Loaded = { readonly version: number; readonly classifier: Classifier | undefined };

export function createClassifiers(trainingData: TrainingData, clock: Clock, log: Log) {
  const loaded = new Map<number, Loaded>();
  const nextCheckAt = new Map<number, MonotonicMs>();
  const running = new Map<number, Promise<void>>();
  const queued = new Map<number, Promise<void>>();

  async function read(accountId: number): Promise<void> {
    const trained = await trainingData.read(accountId, loaded.get(accountId)?.version ?? -1);
    if (trained === undefined) return;
    const [oldest] = loaded.keys();
    const isFull = loaded.size >= MAX_LOADED && !loaded.has(accountId);
    if (isFull && oldest !== undefined) loaded.delete(oldest);
    loaded.set(accountId, { version: trained.version, classifier: createClassifier(trained) });
  }

  /** Never rejects: after a failure the previous classifier stays in use, and the next check retries. */
  function start(accountId: number): Promise<void> {
    const reading = read(accountId)
      .catch((error: unknown) => {
        log.warn(
          { err: error, account_id: accountId },
          "Could not read the training data of a spam classifier.",
        );
      })
      .finally(() => running.delete(accountId));
    running.set(accountId, reading);
    return reading;
  }

  /** A read in progress may miss new examples: queue one more read, shared by all callers. */
  function refresh(accountId: number): Promise<void> {
    const before = running.get(accountId);
    if (before === undefined) return start(accountId);
    const waiting = queued.get(accountId);
    if (waiting !== undefined) return waiting;
    const next = before.then(() => {
      queued.delete(accountId);
      return start(accountId);
    });
    queued.set(accountId, next);
    return next;
  }

  return {
    /** Returns the classifier in memory; in the background, checks for changes every few seconds. */
    of(accountId: number) {
      const now = clock.monotonic();
      if (now >= (nextCheckAt.get(accountId) ?? now)) {
        if (nextCheckAt.size > MAX_LOADED * 100) nextCheckAt.clear();
        nextCheckAt.set(accountId, plusMs(now, CHECK_EVERY_MS));
        if (!running.has(accountId)) void start(accountId);
      }
      return loaded.get(accountId)?.classifier;
    },
    /** Resolves once the classifier covers all training examples of the account committed before the call. */
    refresh,
    async load() {
      for (const accountId of await trainingData.list(MAX_LOADED)) await refresh(accountId);
    },
  };
}

/** The weights of hashed features in memory, and the score that makes a post spam. */
export interface Classifier {
  /**
   * How far the post is from the threshold, in standard deviations of ham: 0 or more for spam.
   */
  distance(fields: Fields): number;
  /** What makes the post most like spam, strongest first. */
  reasons(fields: Fields): readonly ClassifierReason[];
}

export interface ClassifierReason {
  /** A word of the post, or the name of a mark, see {@link marksOf}. */
  readonly kind: "word" | "mark";
  readonly text: string;
}

/** Training examples of each kind that are required; with fewer, the result would be chance. */
const MIN_TRAINING_EXAMPLES = 5;
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 30;

/** `undefined` while there are too few training examples. */
export function createClassifier(trained: TrainedModel, prior?: Prior): Classifier | undefined {
  const { spam, ham, threshold, spread } = trained;
  if (spam < MIN_TRAINING_EXAMPLES || ham < MIN_TRAINING_EXAMPLES) return undefined;
  const weights = weightsOf(trained, prior);
  return {
    distance: (fields) =>
      (scoreOf(weights, featuresOf(classifiedText(fields))) - threshold) / spread,
    reasons: (fields) => reasonsOf(fields, weights),
  };
}

/** What makes a post most like spam by these weights, strongest first. */
export const reasonsOf = (fields: Fields, { weights }: Weights): readonly ClassifierReason[] =>
  partsOf(classifiedText(fields))
    .map(({ reason, features }) => ({
      reason,
      score: scoreOf({ weights, bias: 0 }, features) * rootOf(features),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_REASONS)
    .map(({ reason }) => reason);

/** The distinct words and marks of a text, each with the features that it adds to the post. */
function partsOf(
  text: string,
): readonly { readonly reason: ClassifierReason; readonly features: Uint16Array }[] {
  const words = Array.from(
    text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}_][^\s"“”<>()[\]]*/gu),
    ([word]) => word.replace(/\P{L}+$/u, "").slice(0, MAX_REASON_CHARACTERS),
  );
  return [
    ...[...new Set(words)]
      // An address says who writes, not what.
      .filter((word) => word !== "" && !word.includes("@"))
      .map((word) => ({
        reason: { kind: "word", text: word } as const,
        features: featuresOfWord(word),
      })),
    ...[...marksOf(text)].map((mark) => ({
      reason: { kind: "mark", text: mark } as const,
      features: featureOfMark(mark),
    })),
  ];
}
