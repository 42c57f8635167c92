/** Whether a submission that has just come is one of those that a list with this query would show. */
import type { CallOptions, Intray, Submission, SubmissionListParams } from "@intray/sdk";

/** The marks and the time, by the rules of the API; the text is the server's to look for. */
export function matchesState(
  { read, spam, trash, created_at }: Submission,
  { filter_by, unread, created_after }: SubmissionListParams,
): boolean {
  if (unread === true && read) return false;
  if (created_after !== undefined && created_at <= created_after) return false;
  if (filter_by === "trash") return trash;
  if (filter_by === "spam") return spam && !trash;
  if (filter_by === "new" && read) return false;
  // Without a filter, unread ranges over spam too.
  const isSpamShown = filter_by === undefined && unread === true;
  return !trash && (!spam || isSpamShown);
}

/** Asks the server only where the query holds a text, which it alone compares as its lists do. */
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
