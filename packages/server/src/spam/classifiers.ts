/**
 * The classifiers of the accounts that have taught one, kept in memory: a post never waits for them.
 * What another process was taught is noticed within some seconds, by the version that rises with each
 * lesson.
 */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { LearntWords } from "../domain/classifier-words.ts";
import { type Classifier, createClassifier } from "./classifier.ts";

export interface Lessons {
  /** Accounts that have taught something, at most `limit`. */
  readonly list: (limit: number) => Promise<readonly number[]>;
  /** `undefined` when nothing has changed since `known`. */
  readonly read: (accountId: number, known: number) => Promise<LearntWords | undefined>;
}

export interface Classifiers {
  /** At once, from memory; asks behind it whether there is news, when it has not for a while. */
  of(accountId: number): Classifier | undefined;
  /** Resolves once what the account has taught until now is known. */
  refresh(accountId: number): Promise<void>;
  /** Resolves once the classifiers of all accounts are there, as far as they are kept. */
  load(): Promise<void>;
}

/** One of 30,000 words takes some 3 MB. */
const MAX_KEPT = 100;
const NEWS_AFTER_MS = 5_000;

interface Kept {
  readonly version: number;
  readonly classifier: Classifier | undefined;
}

export function createClassifiers(lessons: Lessons, clock: Clock, log: Log): Classifiers {
  const kept = new Map<number, Kept>();
  const askedAt = new Map<number, number>();
  const running = new Map<number, Promise<void>>();
  const queued = new Map<number, Promise<void>>();

  async function read(accountId: number): Promise<void> {
    const learnt = await lessons.read(accountId, kept.get(accountId)?.version ?? -1);
    if (learnt === undefined) return;
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && !kept.has(accountId) && oldest !== undefined) kept.delete(oldest);
    kept.set(accountId, { version: learnt.version, classifier: createClassifier(learnt) });
  }

  /** Posts go on with what was known before; the next look may succeed. */
  function start(accountId: number): Promise<void> {
    const reading = read(accountId)
      .catch((error: unknown) => {
        log.warn({ err: error, account_id: accountId }, "The spam classifier could not be read.");
      })
      .finally(() => running.delete(accountId));
    running.set(accountId, reading);
    return reading;
  }

  /** What was taught while one is under way is seen by the next, and one is enough for all who wait. */
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
      const now = clock.now();
      if (now - (askedAt.get(accountId) ?? -Infinity) >= NEWS_AFTER_MS) {
        if (askedAt.size > MAX_KEPT * 100) askedAt.clear();
        askedAt.set(accountId, now);
        if (!running.has(accountId)) void start(accountId);
      }
      return kept.get(accountId)?.classifier;
    },
    refresh,
    async load() {
      for (const accountId of await lessons.list(MAX_KEPT)) await refresh(accountId);
    },
  };
}
