/** The interface of a handler: a command, or a function of a program. */
import { Deadline } from "../http/system.ts";
import type { QueueDelivery, QueueSubmission } from "./delivery.ts";
import type { HandlerProcess } from "./item.ts";
import type { HandlerOutcome } from "./outcome.ts";

/** How a handler ended, and the end of its output. */
export interface HandlerResult {
  readonly outcome: HandlerOutcome;
  /** At most 4 KB; empty if there was no output. */
  readonly output: string;
}

/** A handler that has started and is waiting for its submission. */
export interface StartedHandler {
  readonly kind: "started";
  /** Lets a later run end the handler if this process dies. Absent for functions. */
  readonly process?: HandlerProcess;
  /**
   * Passes the submission to the handler and waits for its end. Never rejects for what the handler
   * does. When `killing` fires, the handler is stopped and the outcome is `interrupted`.
   */
  finish(killing: AbortSignal): Promise<HandlerResult>;
}

/** A handler that could not be started at all. */
export interface UnstartedHandler {
  readonly kind: "could-not-start";
  readonly reason: string;
}

/** One submission of a batch with its delivery. */
export interface QueueWork {
  readonly delivery: QueueDelivery;
  readonly submission: QueueSubmission;
}

/** A handler that has started and is waiting for a batch. */
export interface StartedBatch extends Omit<StartedHandler, "finish"> {
  /**
   * Passes the batch to the handler and waits for its end. Calls `onDone` with submissions as they
   * are finished, and waits for its promises. The outcome applies to all other submissions.
   */
  finish(
    killing: AbortSignal,
    onDone: (submissionIds: readonly number[]) => Promise<void>,
  ): Promise<HandlerResult>;
}

/** The engine's view of a handler. */
export interface QueueHandler {
  /** Begins one attempt. `finish` passes the submission, once the process is recorded. */
  start(
    delivery: QueueDelivery,
    submission: QueueSubmission,
  ): Promise<StartedHandler | UnstartedHandler>;
  /** Begins one attempt at several submissions; required for the option `batch`. */
  startBatch?(works: readonly QueueWork[]): Promise<StartedBatch | UnstartedHandler>;
  /** Ends a handler that a dead run left behind, if it is still the same process. */
  endLeftover?(process: HandlerProcess): Promise<void>;
}

/** Handles one submission. `signal` fires when it has to stop. */
export type HandlerFunction = (
  submission: QueueSubmission,
  delivery: QueueDelivery,
  signal: AbortSignal,
) => Promise<void> | void;

/**
 * Returns a handler that calls a function: returning is success, throwing is a failure. After `timeoutMs` its signal
 * fires and the attempt has failed.
 */
export const functionHandler = (work: HandlerFunction, timeoutMs?: number): QueueHandler => ({
  start: async (delivery, submission) => ({
    kind: "started",
    async finish(killing): Promise<HandlerResult> {
      const limit = timeoutMs === undefined ? undefined : new Deadline(timeoutMs);
      const signal = limit === undefined ? killing : AbortSignal.any([killing, limit.signal]);
      const timedOut = Promise.withResolvers<never>();
      limit?.signal.addEventListener("abort", () => timedOut.reject(new Error("no end")));
      try {
        await Promise.race([work(submission, delivery, signal), timedOut.promise]);
        return { outcome: { kind: "exit", code: 0 }, output: "" };
      } catch (error) {
        const output = error instanceof Error ? error.message : String(error);
        if (killing.aborted) return { outcome: { kind: "interrupted" }, output };
        if (timeoutMs !== undefined && limit?.isOver === true)
          return { outcome: { kind: "timeout", timeoutMs }, output };
        return { outcome: { kind: "exit", code: 1 }, output };
      } finally {
        limit?.disarm();
      }
    },
  }),
});
