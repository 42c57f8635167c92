/** The options of a queue run, its clock and timers included. */
import type { QueueEvent } from "./event.ts";
import type { QueueHandler } from "./handler.ts";
import type { QueueSource } from "./source.ts";
import type { QueueStore } from "./store.ts";
import type { QueuePolicy } from "./transition.ts";

/** Everything a run depends on; it reads no globals. */
export interface QueueOptions {
  readonly source: QueueSource;
  /** Used by this run only. */
  readonly store: QueueStore;
  readonly handler: QueueHandler;
  /** Part of the idempotency key. */
  readonly consumer: string;
  readonly policy?: QueuePolicy;
  /** Handlers that run at the same time; default 1. */
  readonly concurrency?: number;
  /** One submission at a time per form, oldest first; a failed one blocks its form. Not with `batch`. */
  readonly isOrdered?: boolean;
  /** Submissions passed to one handler; requires a handler with `startBatch`. */
  readonly batch?: number;
  /** Submissions to start in total; default: no limit. */
  readonly max?: number;
  /** After this time nothing starts any more and running handlers are interrupted. */
  readonly maxTimeMs?: number;
  /** Keeps running, with this pause between two rounds in milliseconds. */
  readonly watchIntervalMs?: number;
  /** Milliseconds since the Unix epoch. */
  readonly clock: { now(): number };
  /** Resolves after `ms`, or at once when the signal fires. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Called after each commit; must not throw. */
  readonly onEvent?: (event: QueueEvent) => void;
  /** When it fires, nothing starts any more; running handlers may finish and are acknowledged. */
  readonly stopping?: AbortSignal;
  /** When it fires, running handlers are stopped too, and count as interrupted. */
  readonly killing?: AbortSignal;
}
