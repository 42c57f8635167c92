/**
 * Yields new submissions, each once: from the server's events, and from its lists where events are
 * missing.
 */
import type { Intray, Submission, SubmissionListParams, CallOptions } from "@intray/sdk";
import { ignoreNotFound } from "../errors/sdk-problem.ts";
import type { EventFeed } from "./event-feed.ts";
import { SUBMISSION_FILTERS, type SubmissionFilter } from "../records/submissions.ts";

/** A submission may appear in lists up to this much later than its time, if several processes write. */
const OVERLAP_MS = 10_000;

interface NewSubmissionsOptions {
  readonly client: Intray;
  readonly feed: EventFeed;
  /** Filter; with `created_after`, submissions since then are included. */
  readonly query: SubmissionListParams;
  readonly onConnected: () => void;
  /** Whether the feed resumes after an event of an earlier run, so existing submissions may be new. */
  readonly isResumed: boolean;
}

/** Yields until the feed ends. Throws when the server rejects a request or stays unreachable. */
export async function* followSubmissions(
  options: NewSubmissionsOptions,
): AsyncGenerator<Submission> {
  const { client, feed, query, onConnected, isResumed } = options;
  const { callOptions } = feed;
  const seen = new SeenIds();
  const floor =
    query.created_after ?? (await newestBefore(client, query, isResumed ? undefined : seen));
  let last: string | undefined;
  for await (const item of feed.items()) {
    if (item.kind === "event") {
      const { type, data } = item.event;
      if (type !== "submission.created" || data.id === undefined) continue;
      const uid = data["uid"];
      if (seen.has(typeof uid === "string" ? uid : data.id)) continue;
      const submission = await ignoreNotFound(client.submissions.get(data.id, callOptions));
      if (submission === undefined) continue;
      if (!(await matches(client, submission, query, callOptions))) continue;
      seen.add(keyOf(submission));
      last = submission.created_at;
      yield submission;
      continue;
    }
    const isCovered = isResumed && item.kind === "connected" && query.created_after === undefined;
    const listed = isCovered
      ? []
      : client.submissions.list(oldestFirst(query, laterOf(floor, last)), callOptions);
    for await (const submission of listed) {
      if (!seen.add(keyOf(submission))) continue;
      last = submission.created_at;
      yield submission;
    }
    if (item.kind === "connected") onConnected();
  }
}

/** After a reset, a restored server may give an id that was seen to another submission. */
const keyOf = ({ id, uid }: Submission): string | number => uid ?? id;

/**
 * The time after which new submissions arrive; `undefined` for an empty list. Adds the existing ones to
 * `seen`.
 */
async function newestBefore(
  client: Intray,
  query: SubmissionListParams,
  seen: SeenIds | undefined,
): Promise<string | undefined> {
  const { submissions } = await client.submissions.list(query);
  for (const submission of submissions) seen?.add(keyOf(submission));
  const [newest] = submissions;
  // several may share a millisecond
  return newest && minus(newest.created_at, seen === undefined ? 0 : 1);
}

function oldestFirst(query: SubmissionListParams, after: string | undefined): SubmissionListParams {
  const created_after = after === undefined ? {} : { created_after: after };
  return { ...query, ...created_after, order_by: "date_asc" };
}

function laterOf(floor: string | undefined, last: string | undefined): string | undefined {
  if (last === undefined) return floor;
  const overlapped = minus(last, OVERLAP_MS);
  return floor !== undefined && floor > overlapped ? floor : overlapped;
}

const minus = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString();

/** Checks marks and time by the rules of the API, but not `query`: only the server searches text. */
export function matchesState(
  { read, spam, trash, created_at }: Submission,
  { filter_by, unread, created_after }: SubmissionListParams,
): boolean {
  if (unread === true && read) return false;
  if (created_after !== undefined && created_at <= created_after) return false;
  // without a filter, `unread` includes unread spam
  if (filter_by === undefined && unread === true) return !trash;
  const filter = SUBMISSION_FILTERS.find((name) => name === filter_by) ?? "all";
  return IS_LISTED[filter]({ read, spam, trash });
}

const IS_LISTED: Readonly<
  Record<SubmissionFilter, (marks: Pick<Submission, "read" | "spam" | "trash">) => boolean>
> = {
  new: ({ read, spam, trash }) => !read && !spam && !trash,
  all: ({ spam, trash }) => !spam && !trash,
  spam: ({ spam, trash }) => spam && !trash,
  trash: ({ trash }) => trash,
  any: () => true,
};

/** Like {@link matchesState}, and asks the server if the query contains text. */
async function matches(
  client: Intray,
  submission: Submission,
  query: SubmissionListParams,
  callOptions: CallOptions,
): Promise<boolean> {
  if (!matchesState(submission, query)) return false;
  if (query.query === undefined) return true;
  const at = Date.parse(submission.created_at);
  const around = {
    ...query,
    created_after: new Date(at - 1).toISOString(),
    created_before: new Date(at + 1).toISOString(),
  };
  for await (const { id } of client.submissions.list(around, callOptions)) {
    if (id === submission.id) return true;
  }
  return false;
}

/** Duplicates arrive after a reconnection and in overlapping lists; both reach back a few seconds. */
const MAX_IDS = 10_000;

export class SeenIds {
  readonly #ids = new Set<number | string>();

  has(id: number | string): boolean {
    return this.#ids.has(id);
  }

  /** Returns whether the id is new. Forgets the oldest id beyond the limit. */
  add(id: number | string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > MAX_IDS) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
    return true;
  }
}
