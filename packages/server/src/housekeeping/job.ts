/** A housekeeping job: work that is repeated at intervals, in small batches. */
import type { Swept } from "../attachments/orphans.ts";
import type { Clock } from "../platform/clock.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

/** Every job has an entry in jobs.ts. */
export interface Job {
  /** The name in log lines. */
  readonly name: string;
  /** Time from the end of the job's last batch until it is due again. */
  readonly everyMs: number;
  /** Rows that one batch reads or changes. Bounds how long posts wait for it. */
  readonly limit: number;
  /** Runs one batch. `more`: another batch is due immediately. `paused`: nothing may be done now, since the time is in doubt. */
  run(limit: number): Promise<"more" | "done" | "paused">;
}

/** The dependencies of jobs. */
export interface JobParts {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly removeDeleted: (limit: number) => Promise<number>;
  readonly sweepOrphans: (now: number, limit: number) => Promise<Swept>;
  /** Deletes the instructions of the first start once they are no longer needed. */
  readonly tidyFirstStart: () => Promise<void>;
  /** Queues messages to recipients of e-mails that have to confirm their addresses. */
  readonly askRecipients: (limit: number) => Promise<"more" | "done">;
  readonly clock: Clock;
  /** What is deleted by age is deleted by its time. */
  readonly clockWatch: Pick<ClockWatch, "ageTime" | "deletionTime" | "compareNewest" | "pulledIn">;
  /** Pulls in deliveries that are due later than their schedule allows. */
  readonly pullInDeliveries: (
    limit: number,
  ) => Promise<{ readonly count: number; readonly hasMore: boolean }>;
  /** Queues due digests, and says what to do next as {@link Job} does. `undefined` if no e-mail can be sent. */
  readonly queueDigests: Job["run"] | undefined;
  readonly log: Log;
  /** Retention of spam and trash. */
  readonly spamDays: number;
  readonly trashDays: number;
  /** Retention of attempts and bodies after the end of a delivery. */
  readonly logDays: number;
}

export const DAY_MS = 86_400_000;
