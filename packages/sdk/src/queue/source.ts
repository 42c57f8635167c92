/** Where the submissions come from: the unread list, and the flag that acknowledges. */
import type { QueueSubmission } from "./delivery.ts";

/** A stretch of the unread list, oldest first. */
export type UnreadPage =
  | { readonly kind: "records"; readonly submissions: readonly QueueSubmission[] }
  /**
   * From a server without cursors: the list was read to its end first, and only ids were kept.
   * Such a list may have skipped a record, so what it lacks is looked at before it counts as gone.
   */
  | { readonly kind: "ids"; readonly entries: readonly UnreadEntry[] }
  /** Leased to us alone: each is handled now or given back, whatever we remember of it. */
  | { readonly kind: "leased"; readonly submissions: readonly LeasedSubmission[] };

/** A submission under a lease of ours. */
export interface LeasedSubmission extends QueueSubmission {
  /** Times it was leased to anybody, this one included. */
  readonly claim_count: number;
}

/** How a leased submission goes back. */
export type GiveBack =
  | { readonly kind: "now" }
  | { readonly kind: "later"; readonly afterMs: number }
  /** Nobody is given it again until a person says so. */
  | { readonly kind: "dead" };

/** One line of the unread list without its payload. */
export interface UnreadEntry {
  readonly id: number;
  readonly formId: number;
}

/** What a fresh look at one record showed. */
export type Look =
  | { readonly kind: "unread"; readonly submission: QueueSubmission }
  | { readonly kind: "gone"; readonly reason: string };

/**
 * The server, as far as the queue needs it. Every method rejects with a {@link QueueSourceError}
 * when the answer is no answer to the question.
 */
export interface QueueSource {
  /** The unread list from its begin; the first request is sent after the call. */
  listUnread(signal: AbortSignal): AsyncIterable<UnreadPage>;
  get(submissionId: number, signal: AbortSignal): Promise<Look>;
  /** `unknown`: the service itself said that there is no such submission. */
  markRead(submissionId: number, signal: AbortSignal): Promise<"marked" | "unknown">;
  /**
   * Marks several at once, where the service can. Answers which it has confirmed; never rejects: the
   * others are marked one by one, and that says what is the matter.
   */
  markAllRead?(submissionIds: readonly number[], signal: AbortSignal): Promise<ReadonlySet<number>>;
  /** Only of a source that leases: these are not ours to handle any more. A lost lease is no error. */
  giveBack?(submissionIds: readonly number[], how: GiveBack, signal: AbortSignal): Promise<void>;
  /** The run is over: nothing is to go on in the background. */
  close?(): void;
}

/** The server could not be reached, answered nonsense, or refuses us. */
export class QueueSourceError extends Error {
  override readonly name = "QueueSourceError";
  /** `refused`: asking again does not help. `unavailable`: it may. `aborted`: we broke it off. */
  readonly failure: "refused" | "unavailable" | "aborted";

  /** @param options Its `cause` is the error that says more, of the SDK's own types. */
  constructor(failure: QueueSourceError["failure"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
