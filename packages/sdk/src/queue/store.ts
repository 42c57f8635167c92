/** The ledger as the engine sees it: what must survive a crash, and nothing else. */
import type { QueueItem } from "./item.ts";

/**
 * Durable memory of one queue, used by one engine at a time.
 *
 * A resolved promise means: on disk. The engine counts on it at every step, as the order of
 * commits is what keeps a crash from losing or needlessly repeating a submission.
 */
export interface QueueStore {
  /** The number of the last walk begun; 0 before the first. */
  lastWalk(): Promise<number>;
  /** Begins a walk of the unread list: one more than the last number, on record. */
  beginWalk(): Promise<number>;
  /** The items known among these submissions, in any order. */
  find(submissionIds: readonly number[]): Promise<QueueItem[]>;
  /** Writes these items as they now are, all or none. */
  commit(items: readonly QueueItem[]): Promise<void>;
  /** Ids of the items that are seen or retry. */
  waitingIds(): Promise<number[]>;
  /** Items left running: their owner died, as nobody else may hold the ledger. */
  running(): Promise<QueueItem[]>;
  /** Items whose mark the server still lacks: handled, and dead ones to be marked; oldest first. */
  owingMark(): Promise<QueueItem[]>;
}
