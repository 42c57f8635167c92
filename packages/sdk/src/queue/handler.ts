/** Whatever does the work on a submission: a command, or a function of a program. */
import type { QueueDelivery, QueueSubmission } from "./delivery.ts";
import type { HandlerProcess } from "./item.ts";
import type { HandlerOutcome } from "./outcome.ts";

/** How a handler ended, and the last of what it said. */
export interface HandlerResult {
  readonly outcome: HandlerOutcome;
  /** At most 4 KB; empty when it said nothing. */
  readonly output: string;
}

/** A handler that has started and is waiting for its submission. */
export interface StartedHandler {
  readonly kind: "started";
  /** What a later run needs to end it, should this process die. Absent inside a program. */
  readonly process?: HandlerProcess;
  /**
   * Hands the submission over and waits for the end. Never rejects for what the handler does.
   * When `killing` fires, the handler is stopped and the outcome is `interrupted`.
   */
  finish(killing: AbortSignal): Promise<HandlerResult>;
}

/** A handler that could not be started at all. */
export interface UnstartedHandler {
  readonly kind: "could-not-start";
  readonly reason: string;
}

/** One submission of a batch, with what its handler is told about it. */
export interface QueueWork {
  readonly delivery: QueueDelivery;
  readonly submission: QueueSubmission;
}

/** A handler that has started and is waiting for a batch. */
export interface StartedBatch {
  readonly kind: "started";
  /** As of {@link StartedHandler}. */
  readonly process?: HandlerProcess;
  /**
   * Hands the batch over and waits for the end. `onDone` is told of submissions as they are done;
   * what it answers is waited for. The outcome is that of all others.
   */
  finish(
    killing: AbortSignal,
    onDone: (submissionIds: readonly number[]) => Promise<void>,
  ): Promise<HandlerResult>;
}

/** The engine's view of a handler. */
export interface QueueHandler {
  /** Begins one try. The work is handed over by `finish`, once the process is on record. */
  start(
    delivery: QueueDelivery,
    submission: QueueSubmission,
  ): Promise<StartedHandler | UnstartedHandler>;
  /** Begins one try of several submissions at once; needed for the option `batch`. */
  startBatch?(works: readonly QueueWork[]): Promise<StartedBatch | UnstartedHandler>;
  /** Ends what an earlier, dead owner left running, if it is still the same process. */
  endLeftover?(process: HandlerProcess): Promise<void>;
}

/** A handler made of a function: returning is success, throwing is a failure. */
export function functionHandler(
  work: (
    submission: QueueSubmission,
    delivery: QueueDelivery,
    killing: AbortSignal,
  ) => Promise<void>,
): QueueHandler {
  return {
    start: async (delivery, submission) => ({
      kind: "started",
      async finish(killing): Promise<HandlerResult> {
        try {
          await work(submission, delivery, killing);
          return { outcome: { kind: "exit", code: 0 }, output: "" };
        } catch (error) {
          const output = error instanceof Error ? error.message : String(error);
          if (killing.aborted) return { outcome: { kind: "interrupted" }, output };
          return { outcome: { kind: "exit", code: 1 }, output };
        }
      },
    }),
  };
}
