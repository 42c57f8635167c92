/** One piece of upkeep: what is done again and again, a little at a time. */
import type { Swept } from "../attachments/orphans.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

/** A job is a file of this folder and a line in jobs.ts. */
export interface Job {
  /** For the log. */
  readonly name: string;
  /** From the end of one round to the begin of the next. */
  readonly everyMs: number;
  /** Rows that one batch reads or changes; bounds how long posts wait for it. */
  readonly limit: number;
  /** Does one batch, and says whether another should follow in this round. */
  run(limit: number): Promise<"more" | "done">;
}

/** What jobs are made from. */
export interface JobParts {
  readonly store: Pick<Store, "read" | "write">;
  readonly removeDeleted: (limit: number) => Promise<number>;
  readonly sweepOrphans: (now: number, limit: number) => Promise<Swept>;
  readonly clock: Clock;
  readonly log: Log;
  /** Spam and trash are kept so long. */
  readonly spamDays: number;
  readonly trashDays: number;
  /** Attempts and sent bytes are kept so long after a delivery's end. */
  readonly logDays: number;
}

export const DAY_MS = 86_400_000;
