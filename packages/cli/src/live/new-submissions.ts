/** Submissions as they come in, each once: by the server's events, and by its lists where events are missing. */
import type { Intray, Submission, SubmissionListParams } from "@intray/sdk";
import { ignoreNotFound } from "../errors/sdk-problem.ts";
import type { EventFeed } from "./event-feed.ts";
import { matches } from "./matches-query.ts";
import { SeenIds } from "./seen-ids.ts";

/** Lists by time may be behind by this much where several processes store; the SDK's own rule. */
const OVERLAP_MS = 10_000;

export interface NewSubmissionsOptions {
  readonly client: Intray;
  readonly feed: EventFeed;
  /** Which ones; with `created_after` also what came since then. */
  readonly query: SubmissionListParams;
  /** The feed stands. */
  readonly onConnected: () => void;
  /** The feed goes on where an earlier run left off, so what is there by now may be new. */
  readonly isResumed: boolean;
}

/** Until the feed ends. @throws what the server refuses, and when it cannot be reached again. */
export async function* newSubmissions(options: NewSubmissionsOptions): AsyncGenerator<Submission> {
  const { client, feed, query, onConnected, isResumed } = options;
  const { callOptions } = feed;
  const seen = new SeenIds();
  const floor =
    query.created_after ?? (await newestBefore(client, query, isResumed ? undefined : seen));
  let last: string | undefined;
  for await (const item of feed.items()) {
    if (item.kind === "event") {
      const { type, data } = item.event;
      if (type !== "submission.created" || data.id === undefined || seen.has(data.id)) continue;
      const submission = await ignoreNotFound(client.submissions.get(data.id, callOptions));
      if (submission === undefined) continue;
      if (!(await matches(client, submission, query, callOptions))) continue;
      seen.add(submission.id);
      last = submission.created_at;
      yield submission;
      continue;
    }
    const isTold = isResumed && item.kind === "begun" && query.created_after === undefined;
    const listed = isTold
      ? []
      : client.submissions.list(upwards(query, laterOf(floor, last)), callOptions);
    for await (const submission of listed) {
      if (!seen.add(submission.id)) continue;
      last = submission.created_at;
      yield submission;
    }
    if (item.kind === "begun") onConnected();
  }
}

/** Notes what is there, and gives the time that everything else comes behind; `undefined` for an empty list. */
async function newestBefore(
  client: Intray,
  query: SubmissionListParams,
  seen: SeenIds | undefined,
): Promise<string | undefined> {
  const { submissions } = await client.submissions.list(query);
  for (const { id } of submissions) seen?.add(id);
  const [newest] = submissions;
  // several may share a millisecond
  return newest && minus(newest.created_at, seen === undefined ? 0 : 1);
}

function upwards(query: SubmissionListParams, after: string | undefined): SubmissionListParams {
  const created_after = after === undefined ? {} : { created_after: after };
  return { ...query, ...created_after, order_by: "date_asc" };
}

function laterOf(floor: string | undefined, last: string | undefined): string | undefined {
  if (last === undefined) return floor;
  const overlapped = minus(last, OVERLAP_MS);
  return floor !== undefined && floor > overlapped ? floor : overlapped;
}

function minus(time: string, ms: number): string {
  return new Date(Date.parse(time) - ms).toISOString();
}
