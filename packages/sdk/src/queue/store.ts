/** The interface to the queue's durable records. */
import { type QueueItem, isWaiting, owesMark } from "./item.ts";

/**
 * What a commit survives once its promise has resolved. `machine`: a power cut, because it is synced to
 * disk. `process`: the death of this process, but not a power cut.
 */
export type Outlives = "machine" | "process";

/**
 * The durable records of one queue, used by one run at a time.
 *
 * A resolved promise means that the change is on disk. The engine relies on that at every step: the
 * order of commits prevents a crash from losing a submission or repeating it needlessly. Calls that
 * are pending at the same time may share a transaction.
 */
export interface QueueStore {
  /** The number of the last walk; 0 before the first. */
  lastWalk(): Promise<number>;
  /** Begins a walk through the unread list: commits and returns the last number plus one. */
  beginWalk(): Promise<number>;
  /** The stored items of these submissions, in any order. Submissions without an item are left out. */
  find(submissionIds: readonly number[]): Promise<QueueItem[]>;
  /** Writes these items, all or none. `outlives` defaults to `machine`. */
  commit(items: readonly QueueItem[], outlives?: Outlives): Promise<void>;
  /** Ids of the items in the states `seen` and `retry`. */
  waitingIds(): Promise<number[]>;
  /** Items in the state `running`. At the start of a run their owner is dead. */
  running(): Promise<QueueItem[]>;
  /** Items still to be marked read on the server, handled or dead; oldest first. */
  owingMark(): Promise<QueueItem[]>;
}

/** Returns an empty store. */
export function memoryStore(): QueueStore {
  const items = new Map<number, QueueItem>();
  let walk = 0;
  const where = (claim: (item: QueueItem) => boolean) => [...items.values()].filter(claim);
  return {
    lastWalk: async () => walk,
    beginWalk: async () => ++walk,
    find: async (ids) => ids.flatMap((id) => items.get(id) ?? []),
    async commit(changed) {
      for (const item of changed) items.set(item.submissionId, item);
    },
    waitingIds: async () => where(isWaiting).map((item) => item.submissionId),
    running: async () => where((item) => item.state.kind === "running"),
    owingMark: async () => where(owesMark),
  };
}
