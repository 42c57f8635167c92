/** All submissions that match a view of the inbox, read page by page. */
import type { Submission, SubmissionList } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { type Clock, plusMs } from "../../platform/clock.ts";
import { type ApiClient, dataOf } from "../http/api-client.ts";
import { type ActOptions, BULK_ACTIONS, type BulkActionName } from "./bulk-actions.ts";
import { firstPage, type InboxView, listQuery } from "./view.ts";

/** The API's limit for a list. */
const PER_PAGE = 100;
/** Limits of one request; a longer action continues with another request. */
const MAX_SUBMISSIONS_PER_REQUEST = 10_000;
const MAX_MS = 3_000;

interface MatchedPage {
  readonly submissions: readonly Submission[];
  /** Cursor of the next page; `null` after the last one. */
  readonly next: string | null;
}

/** The submissions that matched when a page was shown. */
interface MatchScope {
  /** Its cursor is the position to start at; empty for the first match. */
  readonly view: InboxView;
  /** ISO 8601; submissions created later are left out. */
  readonly until: string;
}

/** Yields the pages of a scope; a page may be empty. */
export async function* matchingPages(
  api: ApiClient,
  { view, until }: MatchScope,
  shown: { readonly per_page?: number; readonly include?: ("notes" | "replies")[] } = {},
): AsyncGenerator<MatchedPage, undefined> {
  let next: string | null = view.cursor;
  while (next !== null) {
    const query = {
      ...listQuery({ ...firstPage(view), cursor: next }),
      per_page: PER_PAGE,
      ...shown,
    };
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
 * Runs a bulk action on the submissions of a scope, up to the limits of one request.
 *
 * @returns How many submissions it applied to, and the cursor to continue at; `null` at the end.
 */
export async function runOnMatching(
  api: ApiClient,
  name: BulkActionName,
  {
    scope,
    options,
    clock,
  }: { readonly scope: MatchScope; readonly options: ActOptions; readonly clock: Clock },
): Promise<{ readonly done: number; readonly next: string | null }> {
  const action = BULK_ACTIONS[name];
  const end = plusMs(clock.monotonic(), MAX_MS);
  let ids: number[] = [];
  let seen = 0;
  let done = 0;
  for await (const { submissions, next } of matchingPages(api, scope)) {
    ids.push(...submissions.map(({ id }) => id));
    seen += submissions.length;
    const isOver = next === null || seen >= MAX_SUBMISSIONS_PER_REQUEST || clock.monotonic() >= end;
    const minBatch = isOver ? 1 : action.batch;
    while (ids.length >= minBatch) {
      done += await action.run(api, ids.slice(0, action.batch), options).catch(zeroIfDeleted);
      ids = ids.slice(action.batch);
    }
    if (isOver) return { done, next };
  }
  return { done, next: null };
}

/** Returns how many submissions match a view; the API counts up to a limit. */
export async function countMatching(
  api: ApiClient,
  view: InboxView,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  const query = { ...listQuery({ ...view, cursor: "" }), per_page: 1 };
  const { meta } = dataOf(await api.GET("/api/v1/submissions", { params: { query } }));
  return { count: meta.count, isExact: meta.count_exact !== false };
}

/** The API answers 404 if all submissions of a batch were deleted; the other batches still have to run. */
function zeroIfDeleted(error: unknown): number {
  if (error instanceof AppError && error.code === "not_found") return 0;
  throw error;
}
