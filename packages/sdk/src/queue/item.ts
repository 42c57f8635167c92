/** The record that a store keeps for one submission: its state and its counts. */

/** The process group of a handler, distinguished from a later one with the same number. */
export interface HandlerProcess {
  readonly pid: number;
  /** When the process started, as the system reports it; equal only for the same process. */
  readonly startedAt: string;
}

/** Waiting for a slot for the first time in its generation. */
export interface Seen {
  readonly kind: "seen";
}

/** Waiting to be tried again. */
export interface Retry {
  readonly kind: "retry";
  /** Not before this; milliseconds since the Unix epoch. */
  readonly dueAt: number;
  readonly reason: string;
}

/** Committed before the handler starts; `process` is added right after. */
interface Running {
  readonly kind: "running";
  /** The state to return to if the handler turns out to be misconfigured. */
  readonly before: Seen | Retry;
  readonly process?: HandlerProcess;
}

/** The handler succeeded; the submission is not marked read yet. */
interface Handled {
  readonly kind: "handled";
}

/** Marked read on the server. Only a walk later than `walk` can start a new generation. */
interface Acked {
  readonly kind: "acked";
  readonly walk: number;
}

/** Given up. `left`: stays unread on the server; `owed`: still to be marked read; `done`: marked. */
interface Dead {
  readonly kind: "dead";
  readonly reason: string;
  readonly mark:
    | { readonly kind: "left" }
    | { readonly kind: "owed" }
    | { readonly kind: "done"; readonly walk: number };
}

/**
 * Reason of {@link Gone} when the server did not know the submission at its acknowledgement. The item
 * was handled and never gets a new generation: a server that still lists it would repeat it forever.
 */
export const UNKNOWN_TO_SERVER = "handled, but unknown to the server";

/** Left the queue without being handled: read, marked spam, trashed or deleted by someone else. */
interface Gone {
  readonly kind: "gone";
  readonly reason: string;
  readonly walk: number;
}

/** The state of an item. */
export type ItemState = Seen | Retry | Running | Handled | Acked | Dead | Gone;

/** The name of a state. */
export type ItemStateKind = ItemState["kind"];

/** All state names, in the order in which an item passes through them. */
export const ITEM_STATES = [
  "seen",
  "running",
  "retry",
  "handled",
  "acked",
  "dead",
  "gone",
] as const satisfies readonly ItemStateKind[];

/** The queue's record of one submission. It holds no field values. */
export interface QueueItem {
  readonly submissionId: number;
  /** Tells the submission from a later one with the same id, after a backup of the server was restored. */
  readonly uid: string;
  readonly formId: number;
  /** 1, plus one each time a finished submission becomes unread again. */
  readonly generation: number;
  /** Attempts that count towards the limit, including the running one. */
  readonly attempts: number;
  /** Times a handler was started, whether counted or not; more than one means redelivered. */
  readonly starts: number;
  /** Times a handler was stopped by a shutdown or a crash of the run. */
  readonly interruptions: number;
  /** Times the handler asked to be called later (exit 75). */
  readonly deferrals: number;
  readonly state: ItemState;
  /** The last 4 KB of the handler's output; empty if there is none. */
  readonly lastOutput: string;
}

/** Whether the item waits for a handler. */
export const isWaiting = ({ state }: QueueItem): boolean =>
  state.kind === "seen" || state.kind === "retry";

/** Whether the item still has to be marked read on the server. */
export function owesMark(item: QueueItem): boolean {
  const { state } = item;
  return state.kind === "handled" || (state.kind === "dead" && state.mark.kind === "owed");
}
