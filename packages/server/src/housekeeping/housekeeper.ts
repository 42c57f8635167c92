/** Runs the housekeeping jobs in the background: one batch at a time, with a pause after each round. */
import { type Clock, elapsedMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Job } from "./job.ts";

export interface Housekeeper {
  /** Every job is due at the start, so that work interrupted by a crash continues. */
  start(): void;
  /** Resolves when the current batch has ended. */
  stop(): Promise<void>;
}

/** Each round is followed by a pause of this many times its duration: housekeeping takes at most 1/4 of the time. */
const PAUSE_FACTOR = 3;
/** While many posts arrive it takes at most 1/20 of the time, since its work can be delayed. */
const PAUSE_FACTOR_UNDER_LOAD = 19;
const LOAD_POSTS_PER_S = 500;
const MIN_PAUSE_MS = 5;
/** A failed job is retried after this time, or after its interval if that is longer. */
const RETRY_AFTER_MS = 60_000;

export function createHousekeeper({
  jobs,
  clock,
  log,
  postsSoFar,
}: {
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  readonly log: Log;
  /** The number of posts that this process has stored. */
  readonly postsSoFar: () => number;
}): Housekeeper {
  const dueAt = new Map<Job, number>();
  let isStopped = true;
  let currentRound = Promise.resolve();
  let cancelTimer = () => {};
  let counted = { posts: 0, at: clock.now() };

  /** Whether many posts have arrived since the last call. */
  function isUnderLoad(): boolean {
    const before = counted;
    counted = { posts: postsSoFar(), at: clock.now() };
    const seconds = (counted.at - before.at) / 1_000;
    return counted.posts - before.posts > LOAD_POSTS_PER_S * seconds;
  }

  async function runRound(): Promise<void> {
    const startedAt = elapsedMs();
    for (const job of jobs) {
      if (isStopped) return;
      if ((dueAt.get(job) ?? 0) <= clock.now()) await runBatch(job);
    }
    if (isStopped) return;
    const next = Math.min(...dueAt.values()) - clock.now();
    const factor = isUnderLoad() ? PAUSE_FACTOR_UNDER_LOAD : PAUSE_FACTOR;
    const pause = Math.max(MIN_PAUSE_MS, (elapsedMs() - startedAt) * factor);
    cancelTimer = clock.after(Math.max(pause, next), startRound);
  }

  async function runBatch(job: Job): Promise<void> {
    try {
      const state = await job.run(job.limit);
      dueAt.set(job, state === "more" ? clock.now() : clock.now() + job.everyMs);
    } catch (error) {
      if (isStopped) return;
      dueAt.set(job, clock.now() + Math.max(job.everyMs, RETRY_AFTER_MS));
      log.warn({ err: error, job: job.name }, "A housekeeping job failed. It will be retried.");
    }
  }

  function startRound(): void {
    currentRound = runRound();
  }

  return {
    start() {
      isStopped = false;
      for (const job of jobs) dueAt.set(job, clock.now());
      startRound();
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await currentRound;
      cancelTimer();
    },
  };
}
