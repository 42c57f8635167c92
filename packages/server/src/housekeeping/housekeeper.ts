/** Runs the housekeeping jobs in the background: one batch at a time, with a pause after each round. */
import { type Clock, type MonotonicMs, msBetween, plusMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Job } from "./jobs.ts";

export type Housekeeper = ReturnType<typeof createHousekeeper>;

/** Each round is followed by a pause of this many times its duration: housekeeping takes at most 1/4 of the time. */
const PAUSE_FACTOR = 3;
/** While no posts arrive and no deliveries are sent it takes at most half of the time, to be done with it. */
const PAUSE_FACTOR_AT_REST = 1;
/** While many posts arrive it takes at most 1/20 of the time, since its work can be delayed. */
const PAUSE_FACTOR_UNDER_LOAD = 19;
const LOAD_POSTS_PER_S = 500;
const MIN_PAUSE_MS = 5;
/** A failed or paused job is retried after this time; a failed one after its interval if that is longer. */
const RETRY_AFTER_MS = 60_000;

interface CreateHousekeeperArgs {
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  readonly log: Log;
  readonly postsSoFar: () => number;
  readonly leased: () => number;
}

export function createHousekeeper({ jobs, clock, log, postsSoFar, leased }: CreateHousekeeperArgs) {
  const dueAt = new Map<Job, MonotonicMs>();
  let isStopped = true;
  let currentRound = Promise.resolve();
  let cancelTimer = () => {};
  let counted = { posts: 0, at: clock.monotonic() };

  /** By the posts since the last call. */
  function pauseFactor(): number {
    const before = counted;
    counted = { posts: postsSoFar(), at: clock.monotonic() };
    const posts = counted.posts - before.posts;
    const seconds = msBetween(before.at, counted.at) / 1_000;
    if (posts > LOAD_POSTS_PER_S * seconds) return PAUSE_FACTOR_UNDER_LOAD;
    return posts === 0 && leased() === 0 ? PAUSE_FACTOR_AT_REST : PAUSE_FACTOR;
  }

  /** Milliseconds until the job is due; 0 or less if it is. */
  function waitMs(job: Job): number {
    const now = clock.monotonic();
    return msBetween(now, dueAt.get(job) ?? now);
  }

  async function runRound(): Promise<void> {
    const startedAt = clock.monotonic();
    for (const job of jobs) {
      if (isStopped) return;
      if (waitMs(job) <= 0) await runBatch(job);
    }
    if (isStopped) return;
    const next = Math.min(...jobs.map(waitMs));
    const took = msBetween(startedAt, clock.monotonic());
    const pause = Math.max(MIN_PAUSE_MS, took * pauseFactor());
    cancelTimer = clock.after(Math.max(pause, next), startRound);
  }

  async function runBatch(job: Job): Promise<void> {
    try {
      const state = await job.run(job.limit);
      const inMs = { more: 0, done: job.everyMs, paused: RETRY_AFTER_MS }[state];
      dueAt.set(job, plusMs(clock.monotonic(), inMs));
    } catch (error) {
      if (isStopped) return;
      dueAt.set(job, plusMs(clock.monotonic(), Math.max(job.everyMs, RETRY_AFTER_MS)));
      log.warn({ err: error, job: job.name }, "A housekeeping job failed. It will be retried.");
    }
  }

  function startRound(): void {
    currentRound = runRound();
  }

  return {
    /** Every job is due at the start, so that work interrupted by a crash continues. */
    start() {
      isStopped = false;
      for (const job of jobs) dueAt.set(job, clock.monotonic());
      startRound();
    },
    /** Resolves when the current batch has ended. */
    async stop() {
      isStopped = true;
      cancelTimer();
      await currentRound;
      cancelTimer();
    },
  };
}
