/**
 * The buttons Done, Spam and Trash of a submission. Pressed on a submission that was opened from a list, they lead
 * to the next one of that list, and the next page can undo them.
 */
import type { Hono } from "hono";
import type { Submission } from "@intray/sdk/schemas";
import { newToken } from "../../domain/account/sign-in-link.ts";
import { AppError } from "../../domain/errors.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { findSubmission, titleOf } from "./find-submission.ts";
import { appendQuery, findListPosition, hasOrigin, originQuery } from "./list-position.ts";

const MAX_TITLE_CHARACTERS = 60;
const FLAGS = ["read", "spam", "trash"] as const;
type Change = { [Name in (typeof FLAGS)[number]]?: boolean };

export function markRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.post("/:id/mark", async (c) => {
    const submission = await findSubmission(c);
    const change = readChange(await readPosted(c));
    const own = `/dashboard/submissions/${submission.id}`;
    // Before the change, which may take the submission out of the list.
    const next =
      hasOrigin(c) && change.read !== false ? await nextAddress(c, parts, submission) : undefined;
    const token = newToken(parts.random);
    // Who pressed a button has seen the submission, also without the script.
    const set = { ...change, seen: true };
    const body = { submission_ids: [submission.id], set, undo: token };
    dataOf(await c.get("api").POST("/api/v1/submissions/bulk", { body }));
    const isChanged = FLAGS.some(
      (flag) => change[flag] !== undefined && change[flag] !== submission[flag],
    );
    const to = `${own}${returnQuery(c, change.read === true ? { read: false } : {})}`;
    const undo = isChanged ? { token, to } : undefined;
    const sentence = sentenceOf(change);
    return next === undefined
      ? redirectWithNotice(c, `${own}${returnQuery(c, change)}`, `${sentence}.`, undo)
      : redirectWithNotice(c, next, `${sentence}: ${shortTitle(submission)}.`, undo);
  });
}

/** The next submission of the list that this one was opened from, or that list at its end. */
async function nextAddress(
  c: DashboardContext,
  parts: DashboardParts,
  submission: Submission,
): Promise<string> {
  const { older, query, list } = await findListPosition(c, parts, submission);
  return older === null ? list : `/dashboard/submissions/${older}${query}`;
}

/** Reads the change that the pressed button posts, such as `read=yes`. */
function readChange(posted: Posted): Change {
  const change: Change = {};
  for (const name of FLAGS) {
    const value = posted.text(name);
    if (value === "yes" || value === "no") change[name] = value === "yes";
  }
  if (Object.keys(change).length > 0) return change;
  throw new AppError("invalid", "Nothing was changed. Send read, spam or trash as yes or no.");
}

function sentenceOf({ read, spam, trash }: Change): string {
  if (trash !== undefined) return trash ? "Moved to the trash" : "Restored from the trash";
  if (spam !== undefined) return spam ? "Marked spam" : "Marked not spam";
  return read === true ? "Marked done" : "Marked not done";
}

function shortTitle(submission: Submission): string {
  const title = visible(titleOf(submission));
  return title.length > MAX_TITLE_CHARACTERS ? `${title.slice(0, MAX_TITLE_CHARACTERS)}…` : title;
}

/** `keep=unread` stops the page from marking the submission as done again when it is shown. */
function returnQuery(c: DashboardContext, { read }: Change): string {
  return read === false ? appendQuery(originQuery(c), "keep=unread") : originQuery(c);
}
