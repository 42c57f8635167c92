/** The ledger as the engine sees it: what must survive a crash, and nothing else. */
import type { QueueItem } from "./item.ts";

/**
 * What a commit outlives once its promise is resolved. `machine`: everything, it is on disk.
 * `process`: the end of this process, however it comes; a power cut may take it, and with it goes
 * what it tells of.
 */
export type Outlives = "machine" | "process";

/**
 * Durable memory of one queue, used by one engine at a time.
 *
 * A resolved promise means: on disk. The engine counts on it at every step, as the order of
 * commits is what keeps a crash from losing or needlessly repeating a submission. Calls that wait at
 * the same time may become one transaction.
 */
export interface QueueStore {
  /** The number of the last walk begun; 0 before the first. */
  lastWalk(): Promise<number>;
  /** Begins a walk of the unread list: one more than the last number, on record. */
  beginWalk(): Promise<number>;
  /** The items known among these submissions, in any order. */
  find(submissionIds: readonly number[]): Promise<QueueItem[]>;
  /** Writes these items as they now are, all or none; by default they outlive the machine. */
  commit(items: readonly QueueItem[], outlives?: Outlives): Promise<void>;
  /** Ids of the items that are seen or retry. */
  waitingIds(): Promise<number[]>;
  /** Items left running: their owner died, as nobody else may hold the ledger. */
  running(): Promise<QueueItem[]>;
  /** Items whose mark the server still lacks: handled, and dead ones to be marked; oldest first. */
  owingMark(): Promise<QueueItem[]>;
}
