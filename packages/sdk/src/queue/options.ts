/** What a run of the queue is given: the world as arguments. */
import type { QueueEvent } from "./event.ts";
import type { QueueHandler } from "./handler.ts";
import type { QueueSource } from "./source.ts";
import type { QueueStore } from "./store.ts";
import type { QueuePolicy } from "./transition.ts";

/** Everything a run needs; nothing is taken from the surroundings. */
export interface QueueOptions {
  readonly source: QueueSource;
  /** Held by this run alone. */
  readonly store: QueueStore;
  readonly handler: QueueHandler;
  /** Part of the idempotency key. */
  readonly consumer: string;
  readonly policy?: QueuePolicy;
  /** Handlers at once; default 1. */
  readonly concurrency?: number;
  /** One at a time a form, oldest first; what fails holds its form up. Not with `batch`. */
  readonly isOrdered?: boolean;
  /** Submissions a handler is given at once, to a handler that has `startBatch`. */
  readonly batch?: number;
  /** Submissions to start on in all; without it, as many as there are. */
  readonly max?: number;
  /** After this long nothing starts any more and what runs is interrupted. */
  readonly maxTimeMs?: number;
  /** Keeps going: the pause between two rounds, in milliseconds. */
  readonly watchIntervalMs?: number;
  /** Milliseconds since the Unix epoch. */
  readonly clock: { now(): number };
  /** Resolves after `ms`, or at once when the signal fires. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Called after each commit; must not throw. */
  readonly onEvent?: (event: QueueEvent) => void;
  /** Fires: nothing starts any more; what runs may finish and is acknowledged. */
  readonly stopping?: AbortSignal;
  /** Fires: what runs is stopped too, and counts as interrupted. */
  readonly killing?: AbortSignal;
}
