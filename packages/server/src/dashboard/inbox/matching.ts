/** Everything that an address of the inbox matches, however much that is: page by page, by cursor. */
import { AppError } from "../../domain/errors.ts";
import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import type { Clock } from "../../platform/clock.ts";
import { type ApiClient, dataOf } from "../http/api-client.ts";
import { BULK_ACTIONS, type BulkActionName } from "./bulk-actions.ts";
import { type InboxView, listQuery } from "./view.ts";

/** The most that the API lists at once. */
const PER_PAGE = 100;
/** What one request may take on; whoever wants more goes on with the next. */
const MAX_SUBMISSIONS_PER_REQUEST = 10_000;
const MAX_MS = 3_000;

export interface MatchedPage {
  readonly submissions: readonly Submission[];
  /** Where to go on; `null` at the end. */
  readonly next: string | null;
}

/** What stood there when a page was shown: what came in since is not meant. */
export interface MatchScope {
  readonly view: InboxView;
  /** ISO 8601. */
  readonly until: string;
}

/** The cursor of `view` says where to begin. Pages may be empty. */
export async function* matchingPages(
  api: ApiClient,
  { view, until }: MatchScope,
  per_page = PER_PAGE,
): AsyncGenerator<MatchedPage, undefined> {
  let next: string | null = view.cursor;
  while (next !== null) {
    const query = { ...listQuery({ ...view, cursor: next }), per_page };
    const page: SubmissionList = dataOf(
      await api.GET("/api/v1/submissions", { params: { query } }),
    );
    next = page.meta.next_cursor;
    const submissions = page.submissions.filter(({ created_at }) => created_at <= until);
    yield { submissions, next };
  }
  return undefined;
}

/**
 * Does it with what matches from the cursor of the view on, for a bounded time.
 *
 * @returns How many it was done with, and where to go on; `null` when that was all.
 */
export async function runOnMatching(
  api: ApiClient,
  name: BulkActionName,
  { meant, clock }: { readonly meant: MatchScope; readonly clock: Clock },
): Promise<{ readonly done: number; readonly next: string | null }> {
  const act = BULK_ACTIONS[name];
  const end = clock.now() + MAX_MS;
  let waiting: number[] = [];
  let seen = 0;
  let done = 0;
  for await (const { submissions, next } of matchingPages(api, meant)) {
    waiting.push(...submissions.map(({ id }) => id));
    seen += submissions.length;
    const isOver = next === null || seen >= MAX_SUBMISSIONS_PER_REQUEST || clock.now() >= end;
    const least = isOver ? 1 : act.batch;
    while (waiting.length >= least) {
      done += await act.run(api, waiting.slice(0, act.batch)).catch(zeroIfDeleted);
      waiting = waiting.slice(act.batch);
    }
    if (isOver) return { done, next };
  }
  return { done, next: null };
}

/** All of a batch were deleted meanwhile; the others are still to be done. */
function zeroIfDeleted(error: unknown): number {
  if (error instanceof AppError && error.code === "not_found") return 0;
  throw error;
}
