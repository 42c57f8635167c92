/** Combines commits that are pending at the same time into one transaction, so that they share its disk sync. */
import { setImmediate } from "node:timers/promises";
import type { Outlives, QueueItem } from "@intray/sdk/queue";

interface Waiting {
  readonly items: readonly QueueItem[];
  readonly outlives: Outlives;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class CommitBatcher {
  readonly #write: (items: readonly QueueItem[], outlives: Outlives) => void;
  #waiting: Waiting[] = [];

  /** @param write CommitBatcher these items, all or none. */
  constructor(write: (items: readonly QueueItem[], outlives: Outlives) => void) {
    this.#write = write;
  }

  /** Resolves once the items are committed, together with others added in this turn of the event loop. */
  add(items: readonly QueueItem[], outlives: Outlives): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, outlives, resolve, reject });
      if (this.#waiting.length === 1) void setImmediate().then(() => this.flush());
    });
  }

  /** Commits all pending items now. Never throws: a failure rejects the promises of `add`. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const isDurable = waiting.some(({ outlives }) => outlives === "machine");
    try {
      // In the order of the calls, so that the later state of an item wins.
      this.#write(
        waiting.flatMap(({ items }) => items),
        isDurable ? "machine" : "process",
      );
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
