/** The events of a run, and its summary. */
import type { QueueSourceError } from "./source.ts";

interface OfItem {
  readonly submissionId: number;
  readonly formId: number;
  readonly generation: number;
}

/** An event of a run. Emitted after the change is committed. */
export type QueueEvent =
  | { readonly kind: "walk"; readonly walk: number }
  | ({ readonly kind: "seen" } & OfItem)
  | ({ readonly kind: "started"; readonly attempt: number; readonly redelivered: boolean } & OfItem)
  | ({ readonly kind: "handled" } & OfItem)
  | ({ readonly kind: "acked" } & OfItem)
  | ({ readonly kind: "gone"; readonly reason: string } & OfItem)
  | ({
      readonly kind: "retry";
      readonly reason: string;
      readonly dueAt: number;
      readonly attempts: number;
    } & OfItem)
  | ({ readonly kind: "dead"; readonly reason: string; readonly attempts: number } & OfItem)
  /** The handler cannot run; the item is unchanged. */
  | ({ readonly kind: "misconfigured"; readonly reason: string } & OfItem)
  /** Only with `watchIntervalMs`: a round has ended and another follows. `isWell`: nothing is due. */
  | {
      readonly kind: "waiting";
      readonly reason: string;
      readonly isWell: boolean;
      readonly forMs: number;
    };

/** Why a run, or one round of a watching run, ended. */
export type QueueEnd =
  | { readonly kind: "drained" }
  | { readonly kind: "max" }
  | { readonly kind: "max-time" }
  | { readonly kind: "stopped" }
  /** Five handlers in a row asked to be called later (exit 75). */
  | { readonly kind: "deferring" }
  | { readonly kind: "misconfigured"; readonly reason: string }
  | { readonly kind: "source"; readonly error: QueueSourceError };

/** The counts of a run and why it ended. */
export interface QueueSummary {
  readonly started: number;
  /** Handlers that succeeded. */
  readonly handled: number;
  /** Submissions that this run marked read, dead ones included. */
  readonly acked: number;
  readonly gone: number;
  /** Failed attempts: a retry follows, or the submission is dead. */
  readonly failed: number;
  readonly dead: number;
  readonly deferred: number;
  readonly interrupted: number;
  readonly end: QueueEnd;
}
