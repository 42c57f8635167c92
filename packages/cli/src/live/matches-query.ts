/** Decides whether a new submission belongs to the list of a query. */
import type { CallOptions, Intray, Submission, SubmissionListParams } from "@intray/sdk";
import { SUBMISSION_FILTERS, type SubmissionFilter } from "../records/submissions.ts";

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
};

/** Like {@link matchesState}, and asks the server if the query contains text. */
export async function matches(
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
