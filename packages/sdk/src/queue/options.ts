/** The options of a queue run, and their defaults. */
import { pause, systemRandom, systemTime } from "../http/system.ts";
import type { ClaimFilter } from "../api-types.ts";
import { type ClaimClient, claimSource } from "./claim-source.ts";
import type { QueueEvent } from "./event.ts";
import type { QueueHostOptions } from "./queue-host.ts";
import { functionHandler, type HandlerFunction, type QueueHandler } from "./handler.ts";
import { memoryStore, type QueueStore } from "./store.ts";
import type { QueueSource } from "./source.ts";
import type { QueuePolicy } from "./transition.ts";

/** The most submissions that one request may lease. */
const MAX_LEASED = 100;

interface RunLimits {
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
  /** Called after each commit; must not throw. */
  readonly onEvent?: (event: QueueEvent) => void;
  /** When it fires, nothing starts any more; running handlers may finish and are acknowledged. */
  readonly signal?: AbortSignal;
  /** When it fires, running handlers are stopped too, and count as interrupted. */
  readonly killing?: AbortSignal;
}

interface RunParts extends RunLimits {
  /**
   * Of a handler that is a function: after this time its signal fires, and the attempt has failed, whatever the
   * function does then; default: no limit.
   */
  readonly handlerTimeoutMs?: number;
  /** A function, whose return is success and whose exception is a failure, or a handler of your own. */
  readonly handler: HandlerFunction | QueueHandler;
  /** Used by this run only; default: {@link memoryStore}, which is empty after the process has ended. */
  readonly store?: QueueStore;
  /** Name of the queue, which is part of the idempotency key; default `default`. */
  readonly consumer?: string;
  /** Milliseconds since the Unix epoch; default: the system's clock. */
  readonly clock?: { now(): number };
  /** Resolves after `ms`, or at once when the signal fires, and never rejects; default: the system's timers. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
}

/** A run that leases submissions from the server. */
interface FromClient extends Omit<QueueHostOptions, "consumer"> {
  /** `Intray`, or another client with these methods. */
  readonly client: ClaimClient;
  /** Which submissions; default `new`. */
  readonly filter?: ClaimFilter;
  /** One form; default: all forms the key can access. */
  readonly form_id?: number | string;
  readonly source?: undefined;
}

/** A run over a source of your own, such as {@link clientSource} for a server without leases. */
interface FromSource {
  readonly source: QueueSource;
  readonly client?: undefined;
}

/** A client or a source, and a handler; the rest has defaults. */
export type QueueOptions = RunParts & (FromClient | FromSource);

/** Everything a run depends on; it reads no globals. */
export interface QueueRun
  extends Required<Omit<RunParts, keyof RunLimits | "handlerTimeoutMs">>, RunLimits {
  readonly source: QueueSource;
  readonly handler: QueueHandler;
}

/** Fills in the defaults. */
export function queueRun(options: QueueOptions): QueueRun {
  const { handler, handlerTimeoutMs, consumer = "default", sleep = pause } = options;
  return {
    ...options,
    source: options.source ?? leased({ ...options, consumer, sleep }),
    handler: typeof handler === "function" ? functionHandler(handler, handlerTimeoutMs) : handler,
    store: options.store ?? memoryStore(),
    consumer,
    sleep,
    clock: options.clock ?? systemTime,
    random: options.random ?? systemRandom,
  };
}

/** Leases as many submissions as the run can handle at once. */
const leased = ({
  filter = "new",
  batch = 1,
  concurrency = 1,
  ...options
}: FromClient & RunLimits & Pick<QueueRun, "consumer" | "sleep">): QueueSource =>
  claimSource({ ...options, filter, limit: Math.min(batch * concurrency, MAX_LEASED) });
