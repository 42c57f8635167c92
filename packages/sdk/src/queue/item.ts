/** What a ledger remembers of one submission: its state, and how often it was tried. */

/** The process group a handler runs in, told apart from a later one with the same number. */
export interface HandlerProcess {
  readonly pid: number;
  /** When the process started, in whatever words the system has; equal only for the same process. */
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

/** Committed before the handler starts; `process` is added right after it has started. */
interface Running {
  readonly kind: "running";
  /** Where it goes back to when the handler turns out to be misconfigured. */
  readonly before: Seen | Retry;
  readonly process?: HandlerProcess;
}

/** The handler succeeded; the server does not know yet. */
interface Handled {
  readonly kind: "handled";
}

/** The server knows. Only a list begun in a later walk than `walk` can bring it back. */
interface Acked {
  readonly kind: "acked";
  readonly walk: number;
}

/** Given up. `left` stays unread on the server, `owed` is still to be marked read. */
interface Dead {
  readonly kind: "dead";
  readonly reason: string;
  readonly mark:
    | { readonly kind: "left" }
    | { readonly kind: "owed" }
    | { readonly kind: "done"; readonly walk: number };
}

/**
 * Reason of {@link Gone} when the acknowledgement found no such submission. It was handled, so it
 * never begins anew: a server that still lists it would have it handled for ever.
 */
export const UNKNOWN_TO_SERVER = "handled, but unknown to the server";

/** No longer ours to handle: read, spam, trashed or deleted by somebody else. */
interface Gone {
  readonly kind: "gone";
  readonly reason: string;
  readonly walk: number;
}

/** The state of one item; at any moment exactly one. */
export type ItemState = Seen | Retry | Running | Handled | Acked | Dead | Gone;

/** The name of a state. */
export type ItemStateKind = ItemState["kind"];

/** Every state's name, in the order an item passes through them. */
export const ITEM_STATES = [
  "seen",
  "running",
  "retry",
  "handled",
  "acked",
  "dead",
  "gone",
] as const satisfies readonly ItemStateKind[];

/** One submission as the queue knows it. It holds no field value. */
export interface QueueItem {
  readonly submissionId: number;
  readonly formId: number;
  /** 1, and one more each time a settled submission was asked for again. */
  readonly generation: number;
  /** Tries that count towards the limit, the one under way included. */
  readonly attempts: number;
  /** Times a handler was started, counted or not; more than one means redelivered. */
  readonly starts: number;
  /** Times a handler was stopped by us or by a crash of ours. */
  readonly interruptions: number;
  /** Times the handler asked to be called later (exit 75). */
  readonly deferrals: number;
  readonly state: ItemState;
  /** The last 4 KB the handler wrote; empty when there is nothing. */
  readonly lastOutput: string;
}

/** Whether the server is still to be told that this item is read. */
export function owesMark(item: QueueItem): boolean {
  const { state } = item;
  return state.kind === "handled" || (state.kind === "dead" && state.mark.kind === "owed");
}
