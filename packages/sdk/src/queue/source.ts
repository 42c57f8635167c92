/** The interface to the server: the unread list, and the flag that acknowledges. */
import type { QueueSubmission } from "./delivery.ts";

/** A part of the unread list, oldest first. */
export type UnreadPage =
  | { readonly kind: "records"; readonly submissions: readonly QueueSubmission[] }
  /**
   * From a server without cursors: the list was read to its end first, and only ids were kept. Such a
   * list may have skipped a record, so a missing record is fetched before it counts as gone.
   */
  | { readonly kind: "ids"; readonly entries: readonly UnreadEntry[] }
  /** Leased to this run: each must be handled now or given back. */
  | { readonly kind: "leased"; readonly submissions: readonly LeasedSubmission[] };

/** A submission leased to this run. */
export interface LeasedSubmission extends QueueSubmission {
  /** Times it was leased to any host, this lease included. */
  readonly claim_count: number;
}

/** How to give a leased submission back. */
export type GiveBack =
  | { readonly kind: "now" }
  | { readonly kind: "later"; readonly afterMs: number }
  /** Not leased again until a person requests it. */
  | { readonly kind: "dead" };

/** One entry of the unread list without the record. */
export interface UnreadEntry {
  readonly id: number;
  readonly uid?: string | undefined;
  readonly formId: number;
}

/** The current state of one record. */
export type Look =
  | { readonly kind: "unread"; readonly submission: QueueSubmission }
  | { readonly kind: "gone"; readonly reason: string };

/**
 * The server operations that the queue needs. Every method rejects with a {@link QueueSourceError}
 * when the call fails.
 */
export interface QueueSource {
  /** The unread list from its start. Sends the first request when iterated. */
  listUnread(signal: AbortSignal): AsyncIterable<UnreadPage>;
  get(submissionId: number, signal: AbortSignal): Promise<Look>;
  /**
   * `unknown`: Intray itself responded that there is no such submission.
   *
   * @param uid The uid of the submission that was handled. If another one has the id now, the source must
   *   not mark that, and resolves with `unknown`.
   */
  markRead(submissionId: number, signal: AbortSignal, uid: string): Promise<"marked" | "unknown">;
  /**
   * Marks several in one call. Resolves with the ids that the server confirmed, and never rejects: the
   * others are marked one by one, and those calls report what is wrong.
   *
   * @param uids The uid of each submission, as for `markRead`.
   */
  markAllRead?(
    submissionIds: readonly number[],
    signal: AbortSignal,
    uids: readonly string[],
  ): Promise<ReadonlySet<number>>;
  /** Only for a source with leases: gives these back. A lost lease is not an error. */
  giveBack?(submissionIds: readonly number[], how: GiveBack, signal: AbortSignal): Promise<void>;
  /** Called when the run has ended: stops all background work. */
  close?(): void;
}

/** The server could not be reached, sent an unusable response, or rejected the request. */
export class QueueSourceError extends Error {
  override readonly name = "QueueSourceError";
  /** `refused`: another attempt does not help. `unavailable`: it may. `aborted`: the run ended the call. */
  readonly failure: "refused" | "unavailable" | "aborted";

  /** @param options `cause` is the original error of the SDK. */
  constructor(failure: QueueSourceError["failure"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
