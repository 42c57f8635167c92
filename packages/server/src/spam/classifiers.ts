/**
 * Keeps the classifiers of the accounts in memory, so that a post never waits for the database. Each training
 * example raises a version number; checking it every few seconds finds the changes of other processes.
 */
import { type Clock, type MonotonicMs, plusMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { TrainedModel } from "../domain/spam/trained-model.ts";
import { type Classifier, createClassifier } from "./classifier.ts";

/** Reads training data from the database. */
export interface TrainingData {
  /** Accounts that have training examples, at most `limit`. */
  readonly list: (limit: number) => Promise<readonly number[]>;
  /** `undefined` if nothing has changed since the version `known`. */
  readonly read: (accountId: number, known: number) => Promise<TrainedModel | undefined>;
}

export interface Classifiers {
  /** Returns the classifier in memory; in the background, checks for changes every few seconds. */
  of(accountId: number): Classifier | undefined;
  /** Resolves once the classifier covers all training examples of the account committed before the call. */
  refresh(accountId: number): Promise<void>;
  /** Loads the classifiers of all accounts, up to the limit of classifiers in memory. */
  load(): Promise<void>;
}

/** A classifier takes 256 KB. */
const MAX_LOADED = 100;
const CHECK_EVERY_MS = 5_000;

interface Loaded {
  readonly version: number;
  readonly classifier: Classifier | undefined;
}

export function createClassifiers(trainingData: TrainingData, clock: Clock, log: Log): Classifiers {
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
    of(accountId) {
      const now = clock.monotonic();
      if (now >= (nextCheckAt.get(accountId) ?? now)) {
        if (nextCheckAt.size > MAX_LOADED * 100) nextCheckAt.clear();
        nextCheckAt.set(accountId, plusMs(now, CHECK_EVERY_MS));
        if (!running.has(accountId)) void start(accountId);
      }
      return loaded.get(accountId)?.classifier;
    },
    refresh,
    async load() {
      for (const accountId of await trainingData.list(MAX_LOADED)) await refresh(accountId);
    },
  };
}
