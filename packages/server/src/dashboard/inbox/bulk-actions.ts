/** The bulk actions of the inbox, what they apply to, and what runs one on all submissions that match a view. */
import type { BulkChange, Submission, SubmissionList } from "@intray/sdk/schemas";
import type { Posted } from "../http/body.ts";
import { type ApiClient, dataOf, errorOf, byQuery } from "../http/api-client.ts";
import { startOfLaterDay } from "../submission/handling.tsx";
import { splitTags } from "../submission/tags.tsx";
import { type Tab, firstPage, type InboxView, listQuery } from "./view.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import { type Clock, plusMs } from "../../platform/clock.ts";

/** Submissions deleted concurrently, so that their transactions share a commit. */
const DELETE_BATCH = 50;

/** What an action needs beside the ids. */
interface ActOptions {
  /** What the person typed or chose for it; empty for an action that has no input. */
  readonly text: string;
  /** Of days. */
  readonly zone: string;
  readonly now: number;
  /** The name by which the act can be undone; its requests share it. */
  readonly undo: string;
}

/** The inputs of the bulk bar, and what is said if one is empty. */
export const INPUTS = {
  tags: "No tag is named.",
  assignee: "No person is chosen.",
  snooze: "No day is chosen.",
} as const;

export interface BulkAction {
  /** Text of the button. */
  readonly label: string;
  /** Predicate of the result: "3 submissions {result}." */
  readonly result: string;
  /** How many ids {@link BulkAction.run} takes at most. */
  readonly batch: number;
  /**
   * Returns how many submissions the action applied to.
   *
   * @throws AppError the API's error.
   */
  run(api: ApiClient, ids: readonly number[], options: ActOptions): Promise<number>;
  /** The act can be undone, so it only asks if it is large. */
  readonly isUndoable?: boolean;
  /** The input that it needs. */
  readonly input?: keyof typeof INPUTS;
}

/** An action that sets marks or tags. The API records no tags, so that they cannot be undone. */
const mark = (
  label: string,
  result: string,
  set: BulkChange | ((options: ActOptions) => BulkChange),
  input?: keyof typeof INPUTS,
): BulkAction => ({
  label,
  result,
  batch: 1_000,
  isUndoable: input !== "tags",
  ...(input === undefined ? {} : { input }),
  async run(api, ids, options) {
    const change = typeof set === "function" ? set(options) : set;
    const body = { submission_ids: [...ids], set: change, undo: options.undo };
    const { results } = dataOf(await api.POST("/api/v1/submissions/bulk", { body }));
    return results.filter(({ status }) => status !== "not_found").length;
  },
});

const refire = (which: { readonly undelivered_only?: true }): BulkAction => ({
  label: "Re-fire webhooks",
  result: "sent to webhooks again",
  batch: 1_000,
  async run(api, ids) {
    const body = { submission_ids: [...ids], ...which };
    const response = await api.POST("/api/v1/submissions/refire_webhooks", { body });
    return dataOf(response).results.filter(({ status }) => status === "queued").length;
  },
});

export const BULK_ACTIONS = {
  read: mark("Done", "marked done", { read: true }),
  unread: mark("Not done", "marked not done", { read: false }),
  spam: mark("Mark spam", "marked spam", { spam: true }),
  ham: mark("Not spam", "marked not spam", { spam: false }),
  trash: mark("Trash", "moved to the trash", { trash: true }),
  restore: mark("Restore", "restored from the trash", { trash: false }),
  tag: mark("Add tag", "tagged", ({ text }) => ({ add_tags: splitTags(text) }), "tags"),
  untag: mark(
    "Remove tag",
    "stripped of the tag",
    ({ text }) => ({ remove_tags: splitTags(text) }),
    "tags",
  ),
  assign: mark("Assign", "assigned", ({ text }) => ({ assignee: text }), "assignee"),
  unassign: mark("Unassign", "assigned to nobody", { assignee: null }),
  snooze: mark(
    "Snooze",
    "snoozed",
    ({ text, zone, now }) => ({ snoozed_until: startOfLaterDay(zone, text, now) }),
    "snooze",
  ),
  wake: mark("End snooze", "no longer snoozed", { snoozed_until: null }),
  refire: refire({}),
  refire_undelivered: refire({ undelivered_only: true }),
  delete: {
    label: "Delete permanently",
    result: "deleted permanently",
    batch: 250,
    async run(api, ids) {
      let count = 0;
      for (let start = 0; start < ids.length; start += DELETE_BATCH) {
        const batch = ids.slice(start, start + DELETE_BATCH);
        const deleted = await Promise.all(batch.map((id) => deleteTrashed(api, id)));
        count += deleted.filter(Boolean).length;
      }
      return count;
    },
  },
} satisfies Record<string, BulkAction>;
/** What Enter in an input of the bulk bar posts, instead of the action that the input is for. */
export const ENTER = "enter";

export type BulkActionName = keyof typeof BULK_ACTIONS;

export const actionOf = (name: BulkActionName): BulkAction => BULK_ACTIONS[name];

export const isBulkActionName = (text: string): text is BulkActionName =>
  Object.hasOwn(BULK_ACTIONS, text);

/** The bulk actions of each tab, in the order of their buttons. */
export const TAB_ACTIONS = {
  inbox: ["read", "unread", "spam", "trash", "refire"],
  unread: ["read", "spam", "trash", "refire"],
  spam: ["ham", "read", "unread", "trash", "refire"],
  trash: ["restore", "delete"],
} as const satisfies Record<Tab, readonly BulkActionName[]>;

/** Returns false if the submission was deleted or restored from the trash in the meantime. */
async function deleteTrashed(api: ApiClient, id: number): Promise<boolean> {
  const params = { path: { id } };
  const found = await api.GET("/api/v1/submissions/{id}", { params });
  if (errorOf(found)?.code === "not_found") return false;
  if (!dataOf(found).trash) return false;
  const deleted = await api.DELETE("/api/v1/submissions/{id}", { params });
  if (errorOf(deleted)?.code === "not_found") return false;
  dataOf(deleted);
  return true;
}

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
    const page: SubmissionList = dataOf(await api.GET("/api/v1/submissions", byQuery(query)));
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
  const action = actionOf(name);
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

/** The API's limit for one call. */
const MAX_IDS = 1_000;

export type Selection =
  | { readonly kind: "ids"; readonly ids: readonly number[] }
  | {
      readonly kind: "matching";
      /** ISO 8601; submissions created later are left out. */
      readonly until: string;
    };

/** @throws AppError `invalid` for an invalid id or too many of them. */
export function readBulkSelection(posted: Posted): Selection {
  const scope = posted.text("scope");
  if (scope === "matching") return { kind: "matching", until: posted.text("until") };
  const texts = posted.texts(scope === "page" ? "on_page" : "id");
  if (texts.length > MAX_IDS) {
    throw invalid(
      "id",
      `${texts.length} submissions are selected; select at most ${MAX_IDS} at a time.`,
    );
  }
  return { kind: "ids", ids: texts.map(toId) };
}

function toId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalid("id", `"${text.slice(0, 40)}" is not a submission id.`);
}
