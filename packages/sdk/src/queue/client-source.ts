/** A queue source over the SDK's client. Needs only the list, GET and PATCH of submissions. */
import { ApiError, IntrayError } from "../errors.ts";
import { isRetriedStatus } from "../http/retry.ts";
import type { Look, QueueSource, UnreadPage, UnreadEntry } from "./source.ts";
import { QueueSourceError } from "./source.ts";
import { type QueueFilter, type RecordFlags, unreadQuery, reasonToLeave } from "./unread-filter.ts";
import type { QueueSubmission } from "./delivery.ts";
import { type Asked, queueHost, type QueueHost, type QueueHostOptions } from "./queue-host.ts";

type ClientSubmission = QueueSubmission & RecordFlags;

/** The options of every call. */
export interface QueueCallOptions {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** The client methods that the source calls; `Intray` of this package has them. */
export interface QueueClient {
  readonly submissions: {
    list(
      params: UnreadListParams,
      options: QueueCallOptions,
    ): Asked<{
      readonly submissions: readonly ClientSubmission[];
      readonly meta: { readonly next_cursor?: string | null };
    }>;
    get(id: number, options: QueueCallOptions): PromiseLike<ClientSubmission>;
    markRead(id: number, options: QueueCallOptions & { uid: string }): Asked<ClientSubmission>;
    /** Absent if the service has no bulk update. */
    updateBulk?(
      ids: readonly number[],
      change: { readonly read: true },
      options: QueueCallOptions & { maxRetries: number; uids: readonly string[] },
    ): Asked<{
      readonly results?: readonly { readonly submission_id: number; readonly status: string }[];
    }>;
  };
}

/** The query of the list request, with the API's names. */
export interface UnreadListParams {
  readonly unread: true;
  readonly filter_by?: "new" | "spam" | "trash";
  readonly form_id?: number | string;
  readonly order_by: "date_asc";
  readonly per_page: number;
  readonly cursor?: string;
  readonly page?: number;
}

/** Which submissions belong to the queue. */
export interface ClientSourceOptions extends QueueHostOptions {
  readonly client: QueueClient;
  readonly filter: QueueFilter;
  /** One form; default: all forms the key can access. */
  readonly form_id?: number | string;
  /** 1 to 100; default 100. */
  readonly per_page?: number;
}

/** Returns a source that lists and marks submissions through the client. */
export const clientSource = (options: ClientSourceOptions): QueueSource =>
  sourceOf(options, queueHost(options, { ...options, leases: false }));

/** The source of a run that names itself as `host`. */
export function sourceOf(
  { client, filter, form_id, per_page = 100 }: ClientSourceOptions,
  { headers, hear }: QueueHost,
): QueueSource {
  const base = {
    ...unreadQuery(filter),
    ...(form_id === undefined ? {} : { form_id }),
    order_by: "date_asc" as const,
    per_page,
  };
  let supportsBulk = client.submissions.updateBulk !== undefined;
  return {
    async *listUnread(signal): AsyncIterable<UnreadPage> {
      try {
        yield* readUnreadList((at) =>
          hear(client.submissions.list({ ...base, ...at }, { signal, headers })),
        );
      } catch (error) {
        throw sourceError(error, isUnavailable);
      }
    },

    async get(id, signal): Promise<Look> {
      try {
        const submission = await client.submissions.get(id, { signal, headers });
        const reason = reasonToLeave(filter, submission);
        return reason === undefined ? { kind: "unread", submission } : { kind: "gone", reason };
      } catch (error) {
        if (isUnknownRecord(error)) return { kind: "gone", reason: "deleted" };
        throw sourceError(error, isNotDenied);
      }
    },

    async markRead(id, signal, uid): Promise<"marked" | "unknown"> {
      try {
        const { read } = await hear(client.submissions.markRead(id, { signal, headers, uid }));
        if (read) return "marked";
      } catch (error) {
        if (isUnknownRecord(error)) return "unknown";
        throw sourceError(error, isNotDenied);
      }
      // If this counted as marked, the same submission would be handled again and again.
      throw new QueueSourceError(
        "unavailable",
        `The server accepted the change of submission ${id}, but did not mark it read.`,
      );
    },

    async markAllRead(ids, signal, uids): Promise<ReadonlySet<number>> {
      if (!supportsBulk) return new Set();
      try {
        const once = { signal, headers, maxRetries: 0, uids };
        const asked = client.submissions.updateBulk?.(ids, { read: true }, once);
        const answer = asked && (await hear(asked));
        return new Set((answer?.results ?? []).filter(isMarked).map((one) => one.submission_id));
      } catch (error) {
        if (!(error instanceof IntrayError)) throw error;
        // Any other error means that the service has no bulk update: do not try it again.
        supportsBulk = error instanceof ApiError && isUnavailable(error);
        return new Set();
      }
    },
  };
}

/** Whether the submission is read now: marked by this call or before it. */
const isMarked = ({ status }: { readonly status: string }): boolean =>
  status === "updated" || status === "unchanged";

/** Whether Intray itself says that the record does not exist. A 404 from a proxy does not count. */
export const isUnknownRecord = (error: unknown): boolean =>
  error instanceof ApiError && error.hasErrorBody && (error.status === 404 || error.status === 410);

/** Converts an error of a call on which the whole round depends. */
export const sourceErrorOf = (error: unknown): unknown => sourceError(error, isUnavailable);

function sourceError(error: unknown, isTemporary: (error: IntrayError) => boolean): unknown {
  if (!(error instanceof IntrayError)) return error;
  if (error.kind === "aborted")
    return new QueueSourceError("aborted", error.message, { cause: error });
  const failure = isTemporary(error) ? "unavailable" : "refused";
  return new QueueSourceError(failure, error.message, { cause: error });
}

/** For lists and claims: whether the same request may succeed later. */
function isUnavailable(error: IntrayError): boolean {
  if (!(error instanceof ApiError)) return error.kind === "connection" || error.kind === "timeout";
  return isRetriedStatus(error.status);
}

/** For one record: every error except a rejected key may be temporary. */
const isNotDenied = (error: IntrayError): boolean =>
  !(error instanceof ApiError && (error.status === 401 || error.status === 403));

/** Entries per yielded page when only ids are kept. */
const ENTRIES_PER_PAGE = 500;

/** One page of the list. A server without cursors has no `next_cursor` at all. */
export interface ListAnswer {
  readonly submissions: readonly QueueSubmission[];
  readonly meta: { readonly next_cursor?: string | null };
}

/** The position of the next page. */
export type ListPosition = { readonly cursor?: string } | { readonly page: number };

/**
 * Yields the pages of the list, oldest first.
 *
 * With cursors it yields the records page by page: acknowledging them does not move the cursor. With
 * page numbers acknowledgements would shift the pages, so all ids are read first, and the records are
 * fetched one by one later.
 */
export async function* readUnreadList(
  list: (at: ListPosition) => PromiseLike<ListAnswer>,
): AsyncGenerator<UnreadPage> {
  const first = await list({});
  if (first.meta.next_cursor === undefined) {
    yield* readByPages(first, list);
    return;
  }
  const seenCursors = new Set<string>();
  for (let answer = first; ;) {
    yield { kind: "records", submissions: answer.submissions };
    const cursor = answer.meta.next_cursor;
    if (cursor === null || cursor === undefined) return;
    if (seenCursors.has(cursor)) {
      throw new QueueSourceError(
        "unavailable",
        "The server's list repeats a cursor, so its end cannot be reached.",
      );
    }
    seenCursors.add(cursor);
    answer = await list({ cursor });
  }
}

async function* readByPages(
  first: ListAnswer,
  list: (at: ListPosition) => PromiseLike<ListAnswer>,
): AsyncGenerator<UnreadPage> {
  const entries = new Map<number, UnreadEntry>();
  let answer = first;
  for (let page = 2; ; page += 1) {
    const known = entries.size;
    for (const { id, uid, form_id: formId } of answer.submissions)
      entries.set(id, { id, uid, formId });
    // Stop when a page adds nothing, which also covers a server that ignores `page`. A short page is
    // not the end: a server may return fewer than requested.
    if (entries.size === known) break;
    answer = await list({ page });
  }
  const oldestFirst = [...entries.values()].toSorted((a, b) => a.id - b.id);
  for (let at = 0; at < oldestFirst.length; at += ENTRIES_PER_PAGE) {
    yield { kind: "ids", entries: oldestFirst.slice(at, at + ENTRIES_PER_PAGE) };
  }
}
