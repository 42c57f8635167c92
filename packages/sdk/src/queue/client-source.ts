/** The queue's source over the SDK's client: three endpoints, and nothing the mission does not have. */
import { ApiError, IntrayError } from "../errors.ts";
import type { Look, QueueSource, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";
import type { QueueFilter, RecordFlags } from "./unread-filter.ts";
import { unreadQuery, reasonToLeave } from "./unread-filter.ts";
import type { QueueSubmission } from "./delivery.ts";
import { readUnreadList } from "./unread-list.ts";

type ClientSubmission = QueueSubmission & RecordFlags;

/** What the source calls; `Intray` of this package has it. */
export interface QueueClient {
  readonly submissions: {
    list(
      params: UnreadListParams,
      options: { signal: AbortSignal },
    ): PromiseLike<{
      readonly submissions: readonly ClientSubmission[];
      readonly meta: { readonly next_cursor?: string | null };
    }>;
    get(id: number, options: { signal: AbortSignal }): PromiseLike<ClientSubmission>;
    markRead(id: number, options: { signal: AbortSignal }): PromiseLike<ClientSubmission>;
    /** Not of every service. */
    updateBulk?(
      ids: readonly number[],
      change: { readonly read: true },
      options: { signal: AbortSignal; maxRetries: number },
    ): PromiseLike<{
      readonly results?: readonly { readonly submission_id: number; readonly status: string }[];
    }>;
  };
}

/** The list's query, in the words of the wire. */
export interface UnreadListParams {
  readonly unread: true;
  readonly filter_by?: "new" | "spam" | "trash";
  readonly form_id?: number;
  readonly order_by: "date_asc";
  readonly per_page: number;
  readonly cursor?: string;
  readonly page?: number;
}

/** Which submissions the queue takes. */
export interface ClientSourceOptions {
  readonly client: QueueClient;
  readonly filter: QueueFilter;
  /** One form; otherwise all that the key reaches. */
  readonly formId?: number;
  /** 1 to 100; default 100. */
  readonly perPage?: number;
}

/** A source that reads and marks through the client. */
export function clientSource(options: ClientSourceOptions): QueueSource {
  const { client, filter, formId, perPage = 100 } = options;
  const base = {
    ...unreadQuery(filter),
    ...(formId === undefined ? {} : { form_id: formId }),
    order_by: "date_asc" as const,
    per_page: perPage,
  };
  let knowsBulk = client.submissions.updateBulk !== undefined;
  return {
    async *listUnread(signal): AsyncIterable<UnreadPage> {
      try {
        yield* readUnreadList((at) => client.submissions.list({ ...base, ...at }, { signal }));
      } catch (error) {
        throw sourceError(error, isUnavailable);
      }
    },

    async get(id, signal): Promise<Look> {
      try {
        const submission = await client.submissions.get(id, { signal });
        const reason = reasonToLeave(filter, submission);
        return reason === undefined ? { kind: "unread", submission } : { kind: "gone", reason };
      } catch (error) {
        if (isUnknownRecord(error)) return { kind: "gone", reason: "deleted" };
        throw sourceError(error, isNotOurNo);
      }
    },

    async markRead(id, signal): Promise<"marked" | "unknown"> {
      try {
        const { read } = await client.submissions.markRead(id, { signal });
        if (read) return "marked";
      } catch (error) {
        if (isUnknownRecord(error)) return "unknown";
        throw sourceError(error, isNotOurNo);
      }
      // Taking it for done would hand the same submission out again and again.
      throw new QueueSourceError(
        "unavailable",
        `The server answered the change of submission ${id}, but did not mark it read.`,
      );
    },

    async markAllRead(ids, signal): Promise<ReadonlySet<number>> {
      if (!knowsBulk) return new Set();
      try {
        const once = { signal, maxRetries: 0 };
        const answer = await client.submissions.updateBulk?.(ids, { read: true }, once);
        return new Set((answer?.results ?? []).filter(isMarked).map((one) => one.submission_id));
      } catch (error) {
        if (!(error instanceof IntrayError)) throw error;
        // It may be what only the mission's endpoints are known to.
        knowsBulk = error instanceof ApiError && isUnavailable(error);
        return new Set();
      }
    },
  };
}

/** Marked now or before. */
function isMarked({ status }: { readonly status: string }): boolean {
  return status === "updated" || status === "unchanged";
}

/** The service itself says so; a proxy's 404 page says nothing about the record. */
export function isUnknownRecord(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.hasErrorBody &&
    (error.status === 404 || error.status === 410)
  );
}

/** Of a call that decides over the whole round. */
export function sourceErrorOf(error: unknown): unknown {
  return sourceError(error, isUnavailable);
}

function sourceError(error: unknown, isPassing: (error: IntrayError) => boolean): unknown {
  if (!(error instanceof IntrayError)) return error;
  if (error.kind === "aborted")
    return new QueueSourceError("aborted", error.message, { cause: error });
  const failure = isPassing(error) ? "unavailable" : "refused";
  return new QueueSourceError(failure, error.message, { cause: error });
}

/** Of the list: may it be different in a minute, with the same key and the same address? */
function isUnavailable(error: IntrayError): boolean {
  if (!(error instanceof ApiError)) return error.kind === "connection" || error.kind === "timeout";
  const { status } = error;
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** Of one record: everything but a refused key may pass. */
function isNotOurNo(error: IntrayError): boolean {
  return !(error instanceof ApiError && (error.status === 401 || error.status === 403));
}
