/** Runs the jobs of upkeep behind everything else: one batch at a time, with a rest after each. */
import { type Clock, elapsedMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Job } from "./job.ts";

export interface Housekeeper {
  /** Begins with every job at once: what a crash interrupted goes on. */
  start(): void;
  /** Waits for the batch that is under way. */
  stop(): Promise<void>;
}

/** A turn is followed by a rest of so many times its duration, so that upkeep never has more than a quarter. */
const REST_SHARE = 3;
/** While posts come in numbers it has a twentieth: what waits, such as the index of searches, can wait. */
const REST_SHARE_UNDER_LOAD = 19;
const LOAD_POSTS_PER_S = 500;
const MIN_REST_MS = 5;
/** A job that failed is tried again so much later. */
const AFTER_FAILURE_MS = 60_000;

export function createHousekeeper({
  jobs,
  clock,
  log,
  postsSoFar,
}: {
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  readonly log: Log;
  /** How many posts this process has taken in. */
  readonly postsSoFar: () => number;
}): Housekeeper {
  const dueAt = new Map<Job, number>();
  let isStopped = true;
  let underWay = Promise.resolve();
  let forgetTimer = () => {};
  let counted = { posts: 0, at: clock.now() };

  /** Whether posts have come in numbers since it was asked the last time. */
  function isUnderLoad(): boolean {
    const before = counted;
    counted = { posts: postsSoFar(), at: clock.now() };
    const seconds = (counted.at - before.at) / 1_000;
    return counted.posts - before.posts > LOAD_POSTS_PER_S * seconds;
  }

  async function turn(): Promise<void> {
    const startedAt = elapsedMs();
    for (const job of jobs) {
      if (isStopped) return;
      if ((dueAt.get(job) ?? 0) <= clock.now()) await batch(job);
    }
    if (isStopped) return;
    const next = Math.min(...dueAt.values()) - clock.now();
    const share = isUnderLoad() ? REST_SHARE_UNDER_LOAD : REST_SHARE;
    const rest = Math.max(MIN_REST_MS, (elapsedMs() - startedAt) * share);
    forgetTimer = clock.after(Math.max(rest, next), begin);
  }

  async function batch(job: Job): Promise<void> {
    try {
      const state = await job.run(job.limit);
      dueAt.set(job, state === "more" ? clock.now() : clock.now() + job.everyMs);
    } catch (error) {
      if (isStopped) return;
      dueAt.set(job, clock.now() + Math.max(job.everyMs, AFTER_FAILURE_MS));
      log.warn({ err: error, job: job.name }, "A piece of upkeep failed; it is tried again later.");
    }
  }

  function begin(): void {
    underWay = turn();
  }

  return {
    start() {
      isStopped = false;
      for (const job of jobs) dueAt.set(job, clock.now());
      begin();
    },
    async stop() {
      isStopped = true;
      forgetTimer();
      await underWay;
      forgetTimer();
    },
  };
}
