/** Steps that wait at the same time share one transaction: the price of its sync is divided by them. */
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

  /** Resolves once the items are committed: with what else is added in this turn of the event loop. */
  add(items: readonly QueueItem[], outlives: Outlives): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ items, outlives, resolve, reject });
      if (this.#waiting.length === 1) void setImmediate().then(() => this.flush());
    });
  }

  /** CommitBatcher what waits, now. Whoever waits is told of a failure; this never throws. */
  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const isDurable = waiting.some(({ outlives }) => outlives === "machine");
    try {
      // In the order of the calls: of two states of one item the later one stays.
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
